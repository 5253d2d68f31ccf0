package dev.idempotency.core.fingerprint;

import java.nio.charset.StandardCharsets;

/** Requests to be fingerprinted, for tests. */
final class Contents {

    private Contents() {}

    static RequestContent json(String body) {
        return json(body.getBytes(StandardCharsets.UTF_8));
    }

    static RequestContent json(byte[] body) {
        return content("application/json", body);
    }

    static RequestContent form(String body) {
        return content("application/x-www-form-urlencoded", body.getBytes(StandardCharsets.UTF_8));
    }

    static RequestContent content(String contentType, byte[] body) {
        return new RequestContent("POST", "/orders", null, contentType, RequestBody.of(body));
    }

    static RequestContent query(String query) {
        return new RequestContent("POST", "/orders", query, null, RequestBody.EMPTY);
    }

    /** The canonical text of a JSON document, or null when it has none. */
    static String canonical(String json) {
        byte[] bytes = json.getBytes(StandardCharsets.UTF_8);
        ByteTape text = CanonicalJson.of(bytes, 0, bytes.length, IgnoredMembers.NONE);
        return text == null ? null : new String(text.bytes, 0, text.length, StandardCharsets.UTF_8);
    }
}
