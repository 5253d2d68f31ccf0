package dev.idempotency.core.store;

/**
 * Who decided about a record by hand, and why. The store keeps it.
 *
 * @param by the name of the operator, or of the system that reported the outcome, such as a provider's webhook
 */
public record OperatorDecision(String by, String why) {

    private static final int MAX_LENGTH = 255;

    public OperatorDecision {
        requireText(by, "Who decided");
        requireText(why, "Why");
    }

    private static void requireText(String text, String what) {
        if (text.isBlank() || text.length() > MAX_LENGTH || text.indexOf('\0') >= 0) {
            throw new IllegalArgumentException(
                    what + " must have 1 to " + MAX_LENGTH + " characters and no NUL, but has " + text.length());
        }
    }
}
