package dev.idempotency.spring.internal.phase;

import dev.idempotency.core.outcome.NotExecutedException;
import dev.idempotency.core.outcome.OutcomeUnknownException;
import dev.idempotency.core.step.RecordedStep;
import dev.idempotency.core.step.RunSteps;
import dev.idempotency.core.store.StoreException;
import dev.idempotency.spring.phase.ExternalCall;
import dev.idempotency.spring.phase.ExternalPhase;
import dev.idempotency.spring.phase.Phases.ExternalEffect;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * An external phase of a run.
 *
 * <ol>
 *   <li>It has finished: return its result.
 *   <li>Record that the effect is being asked for. If an earlier run had asked for it, only if the other system still knows the key; or
 *       find the effect, and then ask for it only if it is not there.
 *   <li>Ask for the effect, with the key of the phase.
 *   <li>Record the effect, with what the other system calls it, before anything else is done.
 * </ol>
 */
final class RecordedExternalPhase<T extends @Nullable Object> implements ExternalPhase<T> {

    private static final Logger log = LoggerFactory.getLogger(RecordedExternalPhase.class);

    private static final int LONGEST_ID = 255;

    private final RecordedPhases phases;
    private final RunSteps steps;
    private final PhaseResults results;
    private final String phase;
    private final ExternalEffect<T> effect;
    private Duration repeatable = Duration.ZERO;
    private @Nullable Function<ExternalCall, Optional<T>> find;
    private @Nullable Function<? super T, String> id;

    RecordedExternalPhase(
            RecordedPhases phases, RunSteps steps, PhaseResults results, String phase, ExternalEffect<T> effect) {
        this.phases = phases;
        this.steps = steps;
        this.results = results;
        this.phase = phase;
        this.effect = effect;
    }

    @Override
    public ExternalPhase<T> repeatableFor(Duration known) {
        if (known.isNegative() || known.isZero()) {
            throw new IllegalArgumentException(
                    "The time for which a key is known must be longer than zero, not " + known);
        }
        this.repeatable = known;
        return this;
    }

    @Override
    public ExternalPhase<T> findBy(Function<ExternalCall, Optional<T>> finding) {
        this.find = finding;
        return this;
    }

    @Override
    public ExternalPhase<T> id(Function<? super T, String> naming) {
        this.id = naming;
        return this;
    }

    @Override
    public T get(Class<T> type) {
        return inPhase(type);
    }

    @Override
    public void run() {
        inPhase(null);
    }

    /** @param type null if no result is kept */
    private T inPhase(@Nullable Class<T> type) {
        int position = phases.enterExternal(phase);
        try {
            T result = result(position, type);
            phases.finished();
            return result;
        } finally {
            phases.leaveExternal();
        }
    }

    private T result(int position, @Nullable Class<T> type) {
        Optional<RecordedStep> known = phases.find(phase);
        if (known.filter(RecordedStep::isDone).isPresent()) {
            return read(known.get(), type);
        }
        if (steps.start(phase, position, repeatable)) {
            return call(type);
        }
        if (known.isEmpty() || find == null) {
            return read(doneByNow(), type);
        }
        Optional<T> found = found(find);
        if (!steps.start(phase, position, RunSteps.ALWAYS)) {
            return read(phases.recordedByNow(phase), type);
        }
        return found.isPresent() ? recorded(found.get(), type) : call(type);
    }

    /** Another run has asked for the effect, and it cannot be found out here whether it happened. */
    private RecordedStep doneByNow() {
        try {
            return phases.recordedByNow(phase);
        } catch (OutcomeUnknownException notDone) {
            throw new OutcomeUnknownException(
                    "An earlier run has asked for the effect of the phase '" + phase
                            + "', and it is not known whether it happened",
                    notDone);
        }
    }

    private Optional<T> found(Function<ExternalCall, Optional<T>> finding) {
        try {
            return finding.apply(this::key);
        } catch (RuntimeException failure) {
            phases.failed(phase, false);
            throw new OutcomeUnknownException(
                    "It could not be found out whether the effect of the phase '" + phase + "' happened", failure);
        }
    }

    private T call(@Nullable Class<T> type) {
        T value;
        try {
            value = effect.call(this::key);
        } catch (Throwable thrown) {
            boolean certainlyNot = isNotExecuted(thrown) && cancelled();
            phases.failed(phase, certainlyNot || isResumable());
            throw thrown;
        }
        return recorded(value, type);
    }

    private boolean cancelled() {
        try {
            steps.cancel(phase);
            return true;
        } catch (StoreException failure) {
            log.warn("It could not be recorded that the effect of the phase '{}' did not happen", phase, failure);
            return false;
        }
    }

    /** The effect has happened. If that cannot be recorded, a later run has to find it out. */
    private T recorded(T value, @Nullable Class<T> type) {
        boolean recorded;
        try {
            recorded = steps.finish(phase, nameOf(value), kept(value, type));
        } catch (StoreException failure) {
            phases.failed(phase, isResumable());
            throw failure;
        }
        if (!recorded) {
            phases.failed(phase, false);
            throw new OutcomeUnknownException(
                    "The effect of the phase '" + phase + "' has happened, but the run has lost its lease");
        }
        return value;
    }

    private Optional<byte[]> kept(T value, @Nullable Class<T> type) {
        if (type == null) {
            return Optional.empty();
        }
        try {
            return Optional.of(results.written(phase, value, type));
        } catch (IllegalArgumentException failure) {
            log.error("A run that goes on after the phase '{}' will not have its result", phase, failure);
            return Optional.empty();
        }
    }

    private Optional<String> nameOf(T value) {
        Function<? super T, String> naming = id;
        if (naming == null) {
            return Optional.empty();
        }
        try {
            return Optional.ofNullable(naming.apply(value))
                    .map(name -> name.substring(0, Math.min(name.length(), LONGEST_ID)));
        } catch (RuntimeException failure) {
            log.error("What the other system calls the effect of the phase '{}' is not recorded", phase, failure);
            return Optional.empty();
        }
    }

    @SuppressWarnings("NullAway") // without a type, nobody reads the result
    private T read(RecordedStep done, @Nullable Class<T> type) {
        return type == null ? null : results.read(done, type);
    }

    private boolean isResumable() {
        return !repeatable.isZero() || find != null;
    }

    private String key() {
        return phases.downstreamKey(phase);
    }

    private static boolean isNotExecuted(Throwable thrown) {
        for (Throwable cause = thrown; cause != null; cause = cause.getCause()) {
            if (cause instanceof NotExecutedException) {
                return true;
            }
        }
        return false;
    }
}
