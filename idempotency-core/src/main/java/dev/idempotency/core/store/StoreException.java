package dev.idempotency.core.store;

/**
 * The store did not do what it was asked. Which of the three it is decides what may be answered.
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

    /** Certainly nothing was changed: the store was not reached, or it was and refused. */
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

        /** The store itself is away: there is no connection to it, or nothing came back. The next call would hardly do better. */
        public static NotApplied away(String message, Throwable cause) {
            return new NotApplied(message, cause, true);
        }

        /** An interceptor has decided not to ask the store. Without a stack trace, as there may be many of these in a second. */
        public static NotApplied notAsked(String message) {
            return new NotApplied(message, false);
        }

        /** Whether the store itself is away, as opposed to one that has answered and refused. */
        public boolean isAway() {
            return away;
        }
    }

    /** The question was sent and no answer came back: the change may have happened or not. */
    public static final class AnswerLost extends StoreException {

        private static final long serialVersionUID = 1L;

        public AnswerLost(String message, Throwable cause) {
            super(message, cause);
        }
    }

    /**
     * The work was part of the store's own transaction, and that was rolled back, or nobody knows whether it was committed. Either
     * way the work's answer must not go out; the next request finds the record or runs.
     */
    public static final class NotCommitted extends StoreException {

        private static final long serialVersionUID = 1L;

        public NotCommitted(String message, Throwable cause) {
            super(message, cause);
        }
    }
}
