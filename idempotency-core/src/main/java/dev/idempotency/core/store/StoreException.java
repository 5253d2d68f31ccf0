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

    /** Certainly nothing happened: the store was not reached, or it refused and changed nothing. */
    public static final class NotReached extends StoreException {

        private static final long serialVersionUID = 1L;

        public NotReached(String message, Throwable cause) {
            super(message, cause);
        }

        public NotReached(String message) {
            super(message);
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
