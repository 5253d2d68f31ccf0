package dev.idempotency.spring.internal.web;

import dev.idempotency.core.downstream.StepKeys;
import dev.idempotency.spring.IdempotencyContext;
import java.util.Optional;

/** Shows the protected request that a thread handles to {@code idempotency-client}, which finds this as a service. */
public final class RequestStepKeys implements StepKeys.Lookup {

    @Override
    public Optional<? extends StepKeys> current() {
        return IdempotencyContext.current().filter(IdempotencyContext::isProtected);
    }
}
