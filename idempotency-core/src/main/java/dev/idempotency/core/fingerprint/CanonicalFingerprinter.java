package dev.idempotency.core.fingerprint;

import dev.idempotency.core.fingerprint.RequestBody.Bytes;
import dev.idempotency.core.fingerprint.RequestBody.Multipart;
import dev.idempotency.core.fingerprint.RequestBody.Part;
import dev.idempotency.core.fingerprint.UrlPairs.Spelling;
import dev.idempotency.core.internal.fingerprint.json.CanonicalJson;
import dev.idempotency.core.internal.fingerprint.json.GrowingBytes;
import dev.idempotency.core.internal.fingerprint.json.IgnoredMembers;
import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The default: requests are the same when they say the same, however they are spelled. Two that differ in anything a
 * handler could tell apart never match; where it is not certain what a request says, its raw bytes count.
 *
 * <p>The SHA-256 goes over these values, each of variable length after its length:
 *
 * <ol>
 *   <li>the version of these rules, the verb and the target as they are;
 *   <li>the parameters' pairs sorted by name, those of one name in their order; escapes of unreserved characters are the same
 *       as the characters, everything else in a pair counts as it stands (see {@link UrlPairs}). No parameters are not
 *       empty ones. Parameters with a malformed escape, a name that is not UTF-8 or a character outside ASCII count as they stand;
 *   <li>the media type in lower case with its parameters, except those that do not matter (see {@link MediaType});
 *   <li>the body, of one of these kinds, which never match each other:
 *       <ul>
 *         <li>empty;
 *         <li>JSON ({@code application/json}, {@code application/*+json}, {@code text/json}) in its canonical form (see
 *             {@link CanonicalJson}): order of members, white space and the spelling of strings and numbers do not matter;
 *         <li>a form ({@code application/x-www-form-urlencoded}) by its decoded pairs sorted by name;
 *         <li>multipart by its parts in order: name, file name, type and bytes, and all header lines where they say more;
 *             and by what stands before and after the parts. If the caller knows the parts;
 *         <li>raw bytes: everything else, JSON or a form that cannot be read without doubt, and whatever has a content
 *             encoding, which then counts as well.
 *       </ul>
 * </ol>
 */
public final class CanonicalFingerprinter implements Fingerprinter {

    /** The version of the rules above. A change to what is hashed is a new version. */
    public static final int VERSION = 1;

    private static final int ABSENT = 0;
    private static final int AS_IT_STANDS = 1;
    private static final int PARSED = 2;

    private static final int EMPTY_BODY = 1;
    private static final int RAW_BODY = 2;
    private static final int JSON_BODY = 3;
    private static final int FORM_BODY = 4;
    private static final int MULTIPART_BODY = 5;
    private static final int ENCODED = 6;

    private static final int END_OF_PARTS = 0;
    private static final int PART = 1;
    private static final int PART_WITH_HEADERS = 2;
    private static final int PREAMBLE = 3;
    private static final int EPILOGUE = 4;

    private final IgnoredMembers ignored;

    /** Everything counts. */
    public CanonicalFingerprinter() {
        this(List.of());
    }

    /**
     * Everything counts but some members of JSON bodies and fields of forms, such as the time a client puts into every
     * attempt.
     *
     * @param ignoredMembers paths from the outermost object inwards, names separated by dots: {@code sentAt} is a member
     *     of the outermost object only, {@code meta.sentAt} one of the object {@code meta} in it. Arrays are passed
     *     through: {@code items.id} is the {@code id} of every object in the array {@code items}. A backslash takes the
     *     next character literally. Fields of a form, multipart or not, are ignored when their whole name is such a path.
     */
    public CanonicalFingerprinter(Collection<String> ignoredMembers) {
        ignored = new IgnoredMembers(ignoredMembers);
    }

    @Override
    public Fingerprint fingerprint(RequestContent content) {
        HashInput out = new HashInput();
        out.tag(VERSION);
        out.text(content.verb());
        out.text(content.target());
        writeParameters(content.parameters(), out);
        String contentType = content.contentType();
        MediaType type = contentType == null ? null : MediaType.parse(contentType);
        if (type != null) {
            out.tag(PARSED);
            type.writeTo(out, content.body() instanceof Multipart);
        } else {
            out.tag(contentType == null ? ABSENT : AS_IT_STANDS);
            out.text(contentType);
        }
        if (content.isEncoded()) {
            out.tag(ENCODED);
            out.text(content.contentEncoding());
        }
        if (content.body() instanceof Bytes bytes) {
            writeBytes(bytes, content.isEncoded() ? null : type, out);
        } else if (content.body() instanceof Multipart multipart) {
            writeParts(multipart, out);
        }
        return Fingerprint.of(VERSION, out.hash());
    }

    private static void writeParameters(@Nullable String parameters, HashInput out) {
        UrlPairs pairs = parameters == null ? null : UrlPairs.parse(parameters);
        if (pairs != null) {
            out.tag(PARSED);
            pairs.writeTo(out, Spelling.QUERY, IgnoredMembers.NONE);
        } else {
            out.tag(parameters == null ? ABSENT : AS_IT_STANDS);
            out.text(parameters);
        }
    }

    private void writeBytes(Bytes body, @Nullable MediaType type, HashInput out) {
        byte[] array = body.array();
        int start = body.offset();
        int end = start + body.length();
        if (start == end) {
            out.tag(EMPTY_BODY);
            return;
        }
        GrowingBytes json = type != null && type.isJson() ? CanonicalJson.of(array, start, end, ignored) : null;
        if (json != null) {
            out.tag(JSON_BODY);
            out.bytes(json.bytes, 0, json.length);
            return;
        }
        UrlPairs form = type != null && type.isForm() ? UrlPairs.parse(array, start, end) : null;
        if (form != null) {
            out.tag(FORM_BODY);
            form.writeTo(out, Spelling.FORM, ignored);
            return;
        }
        out.tag(RAW_BODY);
        out.bytes(array, start, body.length());
    }

    private void writeParts(Multipart multipart, HashInput out) {
        out.tag(MULTIPART_BODY);
        writeAround(PREAMBLE, multipart.preamble(), out);
        for (Part part : multipart.parts()) {
            byte[] name = part.name().getBytes(StandardCharsets.UTF_8);
            if (!ignored.hasField(name, name.length)) {
                writePart(part, out);
            }
        }
        writeAround(EPILOGUE, multipart.epilogue(), out);
        out.tag(END_OF_PARTS);
    }

    private static void writePart(Part part, HashInput out) {
        if (part.headers() == null) {
            out.tag(PART);
        } else {
            out.tag(PART_WITH_HEADERS);
            out.text(part.headers());
        }
        out.text(part.name());
        out.text(part.fileName());
        out.text(part.contentType());
        write(part.content(), out);
    }

    private static void writeAround(int tag, Bytes bytes, HashInput out) {
        if (bytes.length() > 0) {
            out.tag(tag);
            write(bytes, out);
        }
    }

    private static void write(Bytes bytes, HashInput out) {
        out.bytes(bytes.array(), bytes.offset(), bytes.length());
    }
}
