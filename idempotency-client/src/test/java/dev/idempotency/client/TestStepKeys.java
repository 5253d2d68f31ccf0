package dev.idempotency.client;

import dev.idempotency.core.downstream.StepKeys;
import java.util.Optional;

/** Stands for who protects requests: found as a service, like the starter's. */
public final class TestStepKeys implements StepKeys.Lookup {

    private static final ThreadLocal<StepKeys> CURRENT = new ThreadLocal<>();

    /** From now on this thread handles a request with these keys; none if null. */
    public static void handle(StepKeys keys) {
        CURRENT.set(keys);
    }

    @Override
    public Optional<? extends StepKeys> current() {
        return Optional.ofNullable(CURRENT.get());
    }
}
