package dev.idempotency.spring.internal.web.request;

import jakarta.servlet.http.HttpServletRequest;
import java.util.Locale;

/** What kind of a form a body is, by its media type. */
public enum FormType {
    NONE,
    URL_ENCODED,
    MULTIPART;

    public static FormType of(HttpServletRequest request) {
        String contentType = request.getContentType();
        if (contentType == null) {
            return NONE;
        }
        String lowerCase = contentType.toLowerCase(Locale.ROOT);
        if (lowerCase.startsWith("multipart/form-data")) {
            return MULTIPART;
        }
        return lowerCase.startsWith("application/x-www-form-urlencoded") ? URL_ENCODED : NONE;
    }
}
