package dev.idempotency.client;

import java.util.List;
import java.util.Locale;
import java.util.Map;

/** What the codes say that servers put into the bodies of their errors. */
final class ErrorCodes {

    private static final List<String> MISMATCH = List.of("conflict", "mismatch", "reused");
    private static final List<String> UNDER_WAY = List.of("in_progress", "in_use", "locked");

    private final String code;
    private final String type;

    ErrorCodes(Map<String, String> members) {
        this.code = lower(members.getOrDefault("code", members.getOrDefault("error.code", "")));
        this.type = lower(members.getOrDefault("error.type", ""));
    }

    /** Whether the key belongs to another request: our code, Fibric's, and Stripe's {@code idempotency_error}. */
    boolean isKeyReused() {
        return (code.startsWith("idempotency_") && MISMATCH.stream().anyMatch(code::endsWith))
                || (type.equals("idempotency_error") && !isUnderWay());
    }

    /** Whether the status alone, or a conflict that goes away by itself, is worth another attempt. */
    boolean isRetryable(int status, boolean hasRetryAfter) {
        return switch (status) {
            case 408, 425, 429, 500, 502, 503, 504 -> true;
            case 409 -> isUnderWay() || (hasRetryAfter && MISMATCH.stream().noneMatch(code::contains));
            default -> false;
        };
    }

    private boolean isUnderWay() {
        return UNDER_WAY.stream().anyMatch(code::contains);
    }

    private static String lower(String text) {
        return text.toLowerCase(Locale.ROOT);
    }
}
