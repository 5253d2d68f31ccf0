package dev.idempotency.test;

/**
 * All rules of {@link dev.idempotency.core.store.IdempotencyStore}. A store is complete when a test class that implements
 * this interface passes:
 *
 * <pre>{@code
 * class MyStoreTest implements IdempotencyStoreContract {
 *     public IdempotencyStore store() { … }
 *     public void letTimePass(Duration duration) { … }
 * }
 * }</pre>
 */
public interface IdempotencyStoreContract
        extends ReserveContract,
                OutcomeContract,
                LeaseContract,
                EntityContract,
                RetentionContract,
                ReconciliationContract,
                DecidedRunContract,
                EvictionContract,
                OperatorContract,
                ConcurrencyContract {}
