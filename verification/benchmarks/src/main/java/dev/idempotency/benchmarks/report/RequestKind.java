package dev.idempotency.benchmarks.report;

/** A kind of request. All have the same headers and body, and do the same work if they do any. */
public enum RequestKind {
    PLAIN("plain", "/plain", Key.FRESH, 201),
    BYSTANDER("starter, not annotated", "/plain", Key.FRESH, 201),
    LEASE("lease", "/lease", Key.FRESH, 201),
    TRANSACTIONAL("transactional", "/transactional", Key.FRESH, 201),
    REPLAY("replay", "/lease", Key.USED, 201),
    TRANSACTIONAL_REPLAY("replay, transactional", "/transactional", Key.USED, 201),
    IN_PROGRESS("in progress, 409", "/held", Key.HELD, 409);

    /** Which keys its requests have. */
    public enum Key {
        /** Never seen before. */
        FRESH,
        /** One of those whose request was answered. */
        USED,
        /** One of those whose request still runs. */
        HELD
    }

    private final String title;
    private final String path;
    private final Key key;
    private final int status;

    RequestKind(String title, String path, Key key, int status) {
        this.title = title;
        this.path = path;
        this.key = key;
        this.status = status;
    }

    public String title() {
        return title;
    }

    public String path() {
        return path;
    }

    public Key key() {
        return key;
    }

    /** The only status that it may be answered with. */
    public int status() {
        return status;
    }
}
