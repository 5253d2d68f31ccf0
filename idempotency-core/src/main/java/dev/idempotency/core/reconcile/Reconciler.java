package dev.idempotency.core.reconcile;

/**
 * Finds out whether a run had its effect, for example by asking the provider or reading the business tables. It must
 * not do the work itself.
 */
public interface Reconciler {

    /** Whether this reconciler can find out about the operation, such as {@code POST /payments}. */
    boolean handles(String operation);

    /** Finds out about the run. An exception counts as {@link ReconcileResult.StillUnknown}. */
    ReconcileResult find(UnknownRun run) throws Exception;
}
