package dev.idempotency.core.template;

import dev.idempotency.core.downstream.DownstreamKeys;
import dev.idempotency.core.engine.Beginning;
import dev.idempotency.core.engine.Ending;
import dev.idempotency.core.engine.IdempotencyEngine;
import dev.idempotency.core.engine.Run;
import dev.idempotency.core.engine.RunRequest;
import dev.idempotency.core.engine.RunResult;
import dev.idempotency.core.store.Reservation;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.time.Duration;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow;
import java.util.concurrent.Future;
import java.util.function.Function;
import java.util.stream.BaseStream;
import org.jspecify.annotations.Nullable;

/**
 * Runs work once for the key of the call. The work runs on the calling thread, and is over when it returns. An exception of the
 * work is thrown on unchanged, after it has been recorded what it means: mostly that the next call runs.
 */
public final class Execution {

    private static final ValueType<@Nullable Void> NO_VALUE = new ValueType<>() {};

    private final IdempotencyTemplate template;
    private final RunRequest request;
    private final Function<RunEngines, IdempotencyEngine> way;

    Execution(IdempotencyTemplate template, RunRequest request, Function<RunEngines, IdempotencyEngine> way) {
        this.template = template;
        this.request = request;
        this.way = way;
    }

    /** Runs the work, unless that was done before. */
    public <T extends @Nullable Object, X extends Exception> IdempotentResult<T> run(ValueType<T> type, Work<T, X> work)
            throws X {
        requireThatItIsOver(type.type());
        Beginning beginning = way.apply(template.engines()).begin(request);
        return beginning instanceof Beginning.Begun begun
                ? ran(begun.run(), type, work)
                : answered(((Beginning.Answered) beginning).reservation(), type);
    }

    /** As {@link #run(ValueType, Work)}. */
    public <T, X extends Exception> IdempotentResult<T> run(Class<T> type, Work<T, X> work) throws X {
        return run(ValueType.of(type), work);
    }

    /** As {@link #run(ValueType, Work)}, for work that comes to no value. */
    public <X extends Exception> IdempotentResult<@Nullable Void> run(Work.WithoutValue<X> work) throws X {
        return run(NO_VALUE, new Valueless<>(work));
    }

    /**
     * Runs the work, unless that was done before, and returns its value either way.
     *
     * @throws IdempotencyException if there is none
     */
    public <T extends @Nullable Object, X extends Exception> T runOrThrow(ValueType<T> type, Work<T, X> work) throws X {
        return run(type, work).match(new ValueOrException<>(request.operation()));
    }

    /** As {@link #runOrThrow(ValueType, Work)}. */
    public <T, X extends Exception> T runOrThrow(Class<T> type, Work<T, X> work) throws X {
        return runOrThrow(ValueType.of(type), work);
    }

    /** As {@link #runOrThrow(ValueType, Work)}, for work that comes to no value. */
    public <X extends Exception> void runOrThrow(Work.WithoutValue<X> work) throws X {
        run(work).match(new ValueOrException<>(request.operation()));
    }

    private <T extends @Nullable Object, X extends Exception> IdempotentResult<T> ran(
            Run run, ValueType<T> type, Work<T, X> work) throws X {
        T value;
        try {
            value = template.binding().within(new DownstreamKeys(request.id(), request.fingerprint()), work);
        } catch (Throwable thrown) {
            run.failed(template.outcomes().ofException(thrown), thrown);
            throw thrown;
        }
        return run.finish(Ending.stored(template.values().ofWork(request.operation(), value, type)))
                .match(new AfterWork<>(value, type));
    }

    private <T extends @Nullable Object> IdempotentResult<T> answered(Reservation reservation, ValueType<T> type) {
        return reservation.match(new AfterReservation<>(type));
    }

    /** What goes on after the work has returned would be recorded as done before it is. */
    private static void requireThatItIsOver(Type type) {
        Type raw = type instanceof ParameterizedType parameterized ? parameterized.getRawType() : type;
        if (raw instanceof Class<?> known
                && (Future.class.isAssignableFrom(known)
                        || CompletionStage.class.isAssignableFrom(known)
                        || Flow.Publisher.class.isAssignableFrom(known)
                        || BaseStream.class.isAssignableFrom(known))) {
            throw new IllegalArgumentException(
                    "Work that comes to a %s is not over when it returns: wait for the end in it, and return the value"
                            .formatted(known.getSimpleName()));
        }
    }

    private record Valueless<X extends Exception>(Work.WithoutValue<X> work) implements Work<@Nullable Void, X> {

        @Override
        @SuppressWarnings("NullAway") // It does not look at type arguments: here the value may be null.
        public @Nullable Void run() throws X {
            work.run();
            return null;
        }
    }

    /** What the record says to a call that does not run. */
    private final class AfterReservation<T extends @Nullable Object> implements Reservation.Cases<IdempotentResult<T>> {

        private final ValueType<T> type;

        AfterReservation(ValueType<T> type) {
            this.type = type;
        }

        @Override
        public IdempotentResult<T> granted(Reservation.Granted granted) {
            throw new IllegalStateException("A grant is no answer");
        }

        @Override
        public IdempotentResult<T> replay(Reservation.Replay replay) {
            return template.values().replayed(request.operation(), replay.response(), type);
        }

        @Override
        public IdempotentResult<T> responseUnavailable(Reservation.ResponseUnavailable unavailable) {
            return new IdempotentResult.Unavailable<>();
        }

        @Override
        public IdempotentResult<T> inProgress(Reservation.InProgress inProgress) {
            return new IdempotentResult.InProgress<>(inProgress.leaseLeft());
        }

        @Override
        public IdempotentResult<T> reused(Reservation.Reused reused) {
            return new IdempotentResult.Reused<>();
        }

        @Override
        public IdempotentResult<T> outcomeUnknown(Reservation.OutcomeUnknown unknown) {
            return new IdempotentResult.Unknown<>(unknown.retryAfter());
        }

        @Override
        public IdempotentResult<T> entityLocked(Reservation.EntityLocked locked) {
            return new IdempotentResult.InProgress<>(locked.retryAfter());
        }
    }

    /** What may be said of work that was done just now. */
    private final class AfterWork<T extends @Nullable Object> implements RunResult.Cases<IdempotentResult<T>> {

        private final T value;
        private final ValueType<T> type;

        AfterWork(T value, ValueType<T> type) {
            this.value = value;
            this.type = type;
        }

        @Override
        public IdempotentResult<T> fresh(RunResult.Fresh fresh) {
            return new IdempotentResult.Ran<>(value);
        }

        @Override
        public IdempotentResult<T> recorded(RunResult.Recorded recorded) {
            return answered(recorded.reservation(), type);
        }

        /** The record, or another run, tells a later call. */
        @Override
        public IdempotentResult<T> withheld(RunResult.Withheld withheld) {
            return new IdempotentResult.Unknown<>(Duration.ZERO);
        }
    }

    /** The value of a result that has one. */
    private record ValueOrException<T extends @Nullable Object>(String operation)
            implements IdempotentResult.Cases<T, T> {

        @Override
        public T ran(IdempotentResult.Ran<T> ran) {
            return ran.value();
        }

        @Override
        public T replayed(IdempotentResult.Replayed<T> replayed) {
            return replayed.value();
        }

        @Override
        public T inProgress(IdempotentResult.InProgress<T> inProgress) {
            throw new IdempotencyException.InProgress(operation, inProgress.retryAfter());
        }

        @Override
        public T reused(IdempotentResult.Reused<T> reused) {
            throw new IdempotencyException.Reused(operation);
        }

        @Override
        public T unknown(IdempotentResult.Unknown<T> unknown) {
            throw new IdempotencyException.Unknown(operation, unknown.retryAfter());
        }

        @Override
        public T unavailable(IdempotentResult.Unavailable<T> unavailable) {
            throw new IdempotencyException.Unavailable(operation);
        }
    }

    /** The operation and a hash of the key. */
    @Override
    public String toString() {
        return "Execution[" + request.operation() + ", " + request.id() + "]";
    }
}
