package dev.idempotency.client.reactive;

import dev.idempotency.client.CallSettings;
import dev.idempotency.client.RetryAdvice;
import dev.idempotency.client.internal.call.RetryBudget;
import dev.idempotency.client.spring.SpringAnswers;
import org.reactivestreams.Publisher;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.util.retry.Retry;

/**
 * Reactor's retries by our advice: {@code .retryWhen(new IdempotentRetry(settings))} on what a {@code WebClient} gives. To be
 * put inside of {@code .contextWrite(IdempotentExchangeFilter.within(...))}, so that all attempts have one key, and with {@code
 * maxAttempts} of the filter's own settings at 1. When it gives up, the last failure goes on as it is.
 */
public final class IdempotentRetry extends Retry {

    private final CallSettings settings;

    public IdempotentRetry(CallSettings settings) {
        this.settings = settings;
    }

    @Override
    public Publisher<?> generateCompanion(Flux<RetrySignal> signals) {
        return Flux.defer(() -> {
            RetryBudget budget = new RetryBudget(settings);
            return signals.concatMap(signal -> next(budget, signal.failure()));
        });
    }

    private static Mono<Long> next(RetryBudget budget, Throwable failure) {
        if (SpringAnswers.advice(failure) instanceof RetryAdvice.Again again
                && budget.attempted(again) instanceof RetryBudget.Verdict.Pause pause) {
            return Mono.delay(pause.length());
        }
        return Mono.error(failure);
    }
}
