package dev.idempotency.spring.internal.phase;

import dev.idempotency.spring.phase.ExternalCall;
import dev.idempotency.spring.phase.ExternalPhase;
import dev.idempotency.spring.phase.Phases;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** The phases of a request that no retry is recognised of: they are run, and nothing is recorded. */
public final class UnrecordedPhases implements Phases {

    private final PhaseTransaction transaction;
    private final UnaryOperator<String> keys;

    /** @param keys makes the key of a step */
    public UnrecordedPhases(PhaseTransaction transaction, UnaryOperator<String> keys) {
        this.transaction = transaction;
        this.keys = keys;
    }

    @Override
    public <T extends @Nullable Object, X extends Exception> T local(String phase, Class<T> type, LocalWork<T, X> work)
            throws X {
        PhaseTransaction.requireNone(phase);
        return transaction.execute(work);
    }

    @Override
    public <X extends Exception> void local(String phase, LocalAction<X> work) throws X {
        this.<Boolean, X>local(phase, Boolean.class, () -> {
            work.run();
            return true;
        });
    }

    @Override
    public <T extends @Nullable Object> ExternalPhase<T> external(String phase, ExternalEffect<T> effect) {
        PhaseTransaction.requireNone(phase);
        return new Once<>(() -> keys.apply(phase), effect);
    }

    private record Once<T extends @Nullable Object>(ExternalCall call, ExternalEffect<T> effect)
            implements ExternalPhase<T> {

        @Override
        public ExternalPhase<T> repeatableFor(Duration known) {
            return this;
        }

        @Override
        public ExternalPhase<T> findBy(Function<ExternalCall, Optional<T>> find) {
            return this;
        }

        @Override
        public ExternalPhase<T> id(Function<? super T, String> id) {
            return this;
        }

        @Override
        public T get(Class<T> type) {
            return effect.call(call);
        }

        @Override
        public void run() {
            effect.call(call);
        }
    }
}
