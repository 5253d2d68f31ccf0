package dev.idempotency.core.fingerprint;

import dev.idempotency.core.internal.fingerprint.json.CanonicalJson;
import dev.idempotency.core.internal.fingerprint.json.GrowingBytes;
import dev.idempotency.core.internal.fingerprint.json.IgnoredMembers;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** Requests to be fingerprinted, for tests. */
public final class Contents {

    private Contents() {}

    public static RequestContent json(String body) {
        return json(body.getBytes(StandardCharsets.UTF_8));
    }

    public static RequestContent json(byte[] body) {
        return content("application/json", body);
    }

    public static RequestContent form(String body) {
        return content("application/x-www-form-urlencoded", body.getBytes(StandardCharsets.UTF_8));
    }

    public static RequestContent content(String contentType, byte[] body) {
        return new RequestContent("POST", "/orders", null, contentType, RequestBody.of(body));
    }

    public static RequestContent query(String query) {
        return new RequestContent("POST", "/orders", query, null, RequestBody.EMPTY);
    }

    /** The canonical text of a JSON document without some members, or null when it has none. */
    public static String canonical(String json, String... ignored) {
        byte[] bytes = json.getBytes(StandardCharsets.UTF_8);
        GrowingBytes text = CanonicalJson.of(bytes, 0, bytes.length, new IgnoredMembers(List.of(ignored)));
        return text == null ? null : new String(text.bytes, 0, text.length, StandardCharsets.UTF_8);
    }
}
