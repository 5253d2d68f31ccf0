package dev.idempotency.spring.internal.web.request;

import dev.idempotency.core.fingerprint.RequestBody;
import jakarta.servlet.http.Part;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A part of a multipart body: a slice of the buffer. */
final class BufferedPart implements Part {

    private final byte[] body;
    private final int headersStart;
    private final int start;
    private final int length;
    private final String name;
    private final @Nullable String fileName;
    private final Map<String, List<String>> headers;
    private final Path directory;

    /**
     * @param headersStart where the header lines begin, which end where the content starts
     * @param headers by name, in any case
     * @param directory where relative file names begin
     */
    BufferedPart(
            byte[] body,
            int headersStart,
            int start,
            int length,
            String name,
            @Nullable String fileName,
            Map<String, List<String>> headers,
            Path directory) {
        this.body = body;
        this.headersStart = headersStart;
        this.start = start;
        this.length = length;
        this.name = name;
        this.fileName = fileName;
        this.headers = headers;
        this.directory = directory;
    }

    String text(Charset charset) {
        return new String(body, start, length, charset);
    }

    RequestBody.Part content() {
        String lines = PartHeaders.areUsual(this)
                ? null
                : new String(body, headersStart, start - headersStart, StandardCharsets.ISO_8859_1);
        return new RequestBody.Part(name, fileName, getContentType(), lines, RequestBody.of(body, start, length));
    }

    @Override
    public InputStream getInputStream() {
        return new ByteArrayInputStream(body, start, length);
    }

    @Override
    public @Nullable String getContentType() {
        return getHeader("Content-Type");
    }

    @Override
    public String getName() {
        return name;
    }

    @Override
    public @Nullable String getSubmittedFileName() {
        return fileName;
    }

    @Override
    public long getSize() {
        return length;
    }

    @Override
    public void write(String file) throws IOException {
        try (var out = Files.newOutputStream(directory.resolve(file))) {
            out.write(body, start, length);
        }
    }

    /** There is no file to delete. */
    @Override
    public void delete() {}

    @Override
    public @Nullable String getHeader(String header) {
        List<String> values = headers.get(header);
        return values == null ? null : values.get(0);
    }

    @Override
    public Collection<String> getHeaders(String header) {
        return headers.getOrDefault(header, List.of());
    }

    @Override
    public Collection<String> getHeaderNames() {
        return headers.keySet();
    }
}
