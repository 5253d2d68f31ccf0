package dev.idempotency.core.record;

/**
 * The states of a record, and which may follow which.
 *
 * <pre>
 *                 ┌────────────────────────────────────────┐
 *                 ▼                                        │ retry (one winner)
 *  reserve ─► IN_PROGRESS ─► FAILED_RETRYABLE ─────────────┤
 *               │  │ ▲               ▲   │                 │
 *               │  │ └ take-over     │   └───► EXPIRED ────┘
 *               │  │                 │            ▲
 *               │  └──► UNKNOWN ─────┤            │
 *               │          │ reconcile            │
 *               ▼          ▼                      │
 *             COMPLETED ◄──┘ ─────────────────────┘
 * </pre>
 *
 * Only reconciliation leads out of {@link #UNKNOWN}: no retry of a client ever does.
 */
public enum State {
    /** Reserved; its owner runs, or died and has not been noticed yet. */
    IN_PROGRESS,
    /** Finished; the answer is replayed until the record expires. */
    COMPLETED,
    /** The run certainly had no effect; the next request with the key may run. */
    FAILED_RETRYABLE,
    /** The run may have had its effect or not; no retry runs until this has been reconciled. */
    UNKNOWN,
    /** Past its retention; the record counts as absent. */
    EXPIRED;

    /** Whether a record may go from this state to the given one. */
    public boolean canBecome(State next) {
        return switch (this) {
            case IN_PROGRESS -> next != EXPIRED;
            case FAILED_RETRYABLE -> next == IN_PROGRESS || next == EXPIRED;
            case UNKNOWN -> next == COMPLETED || next == FAILED_RETRYABLE;
            case COMPLETED -> next == EXPIRED;
            case EXPIRED -> next == IN_PROGRESS;
        };
    }

    /** Whether the outcome is certain, so that age alone may end the record. */
    public boolean isSettled() {
        return this != IN_PROGRESS && this != UNKNOWN;
    }
}
