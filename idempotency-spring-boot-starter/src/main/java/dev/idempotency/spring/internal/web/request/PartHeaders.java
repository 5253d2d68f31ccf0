package dev.idempotency.spring.internal.web.request;

import jakarta.servlet.http.Part;
import java.util.Collection;
import java.util.regex.Pattern;

/** What the headers of a part say beside its name, its file name and its type. */
final class PartHeaders {

    private static final String DISPOSITION = "Content-Disposition";
    private static final String TYPE = "Content-Type";
    private static final char UNREADABLE = '\uFFFD';

    /** A name and perhaps a file name, both without escapes and encoded words; its quantifiers never give back. */
    private static final Pattern USUAL = Pattern.compile(
            "form-data\\s*+;\\s*+name=(\"[^\"\\\\]*+\"|[^\\s;\"]++)(\\s*+;\\s*+filename=(\"[^\"\\\\]*+\"|[^\\s;\"]++))?+",
            Pattern.CASE_INSENSITIVE);

    private PartHeaders() {}

    /** Whether there is nothing in them beside name, file name and type. */
    static boolean areUsual(Part part) {
        for (String name : part.getHeaderNames()) {
            if (!name.equalsIgnoreCase(DISPOSITION) && !name.equalsIgnoreCase(TYPE)) {
                return false;
            }
        }
        Collection<String> dispositions = part.getHeaders(DISPOSITION);
        Collection<String> types = part.getHeaders(TYPE);
        return dispositions.size() == 1
                && types.size() <= 1
                && isUsual(dispositions.iterator().next())
                && types.stream().noneMatch(type -> type.indexOf(UNREADABLE) >= 0);
    }

    private static boolean isUsual(String disposition) {
        return USUAL.matcher(disposition).matches()
                && disposition.indexOf(UNREADABLE) < 0
                && !disposition.contains("=?");
    }

    static String lines(Part part) {
        StringBuilder lines = new StringBuilder();
        for (String name : part.getHeaderNames()) {
            for (String value : part.getHeaders(name)) {
                lines.append(name).append(':').append(value).append('\n');
            }
        }
        return lines.toString();
    }
}
