package dev.idempotency.core.store;

/**
 * The store did not do what it was asked to. The type says what the caller may answer.
 */
public abstract sealed class StoreException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private StoreException(String message, Throwable cause) {
        super(message, cause);
    }

    private StoreException(String message) {
        super(message);
    }

    private StoreException(String message, boolean withStackTrace) {
        super(message, null, false, withStackTrace);
    }

    /** Certainly nothing was changed: the store could not be reached, or it refused. */
    public static final class NotApplied extends StoreException {

        private static final long serialVersionUID = 1L;

        private final boolean away;

        public NotApplied(String message, Throwable cause) {
            super(message, cause);
            this.away = false;
        }

        public NotApplied(String message) {
            super(message);
            this.away = false;
        }

        private NotApplied(String message, Throwable cause, boolean away) {
            super(message, cause);
            this.away = away;
        }

        private NotApplied(String message, boolean withStackTrace) {
            super(message, withStackTrace);
            this.away = false;
        }

        /**
         * The store is away: it cannot be connected to, or it did not reply. The next call would probably fail as
         * well.
         */
        public static NotApplied away(String message, Throwable cause) {
            return new NotApplied(message, cause, true);
        }

        /**
         * An interceptor has decided not to ask the store. It has no stack trace, because there may be many in a
         * second.
         */
        public static NotApplied notAsked(String message) {
            return new NotApplied(message, false);
        }

        /** Whether the store is away, rather than present and refusing. */
        public boolean isAway() {
            return away;
        }
    }

    /** The call was sent but no reply came back: the change may have been made or not. */
    public static final class AnswerLost extends StoreException {

        private static final long serialVersionUID = 1L;

        public AnswerLost(String message, Throwable cause) {
            super(message, cause);
        }
    }

    /**
     * The work was part of the store's own transaction, and that was rolled back or may have been. In both cases the
     * answer of the work must not go out; the next request finds the record or runs.
     */
    public static final class NotCommitted extends StoreException {

        private static final long serialVersionUID = 1L;

        public NotCommitted(String message, Throwable cause) {
            super(message, cause);
        }
    }
}
