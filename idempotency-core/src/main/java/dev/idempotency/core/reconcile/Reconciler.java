package dev.idempotency.core.reconcile;

/**
 * Knows how to find out whether a run had its effect: it asks the provider, or looks at the business tables. It must not do the
 * work itself.
 */
public interface Reconciler {

    /** Whether it knows about this operation, such as {@code POST /payments}. */
    boolean handles(String operation);

    /** Finds out. An exception counts as {@link ReconcileResult.StillUnknown}. */
    ReconcileResult find(UnknownRun run) throws Exception;
}
