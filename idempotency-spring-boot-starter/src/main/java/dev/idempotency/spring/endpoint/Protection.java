package dev.idempotency.spring.endpoint;

/** Whether a mapping is protected, and why. */
public enum Protection {
    /** Its handler carries the annotation. */
    ANNOTATED(true, "annotated"),
    /** A bean of type {@link IdempotentRoutes} names it. */
    NAMED(true, "named by a route"),
    NOT_ANNOTATED(false, "not annotated"),
    /** Its handler may be annotated, but keys are ignored on its HTTP method. */
    METHOD_NOT_LOOKED_AT(false, "its method is not among idempotency.methods");

    private final boolean given;
    private final String reason;

    Protection(boolean given, String reason) {
        this.given = given;
        this.reason = reason;
    }

    public boolean isGiven() {
        return given;
    }

    /** In words. */
    public String reason() {
        return reason;
    }
}
