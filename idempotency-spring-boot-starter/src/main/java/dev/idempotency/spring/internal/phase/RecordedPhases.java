package dev.idempotency.spring.internal.phase;

import dev.idempotency.core.downstream.DownstreamKeys;
import dev.idempotency.core.outcome.Outcome;
import dev.idempotency.core.outcome.OutcomeUnknownException;
import dev.idempotency.core.step.RecordedStep;
import dev.idempotency.core.step.RunSteps;
import dev.idempotency.spring.outcome.OutcomePolicy;
import dev.idempotency.spring.phase.ExternalPhase;
import dev.idempotency.spring.phase.Phases;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The phases of one run of a request with a key. */
public final class RecordedPhases implements Phases {

    private final List<String> declared;
    private final RunSteps steps;
    private final DownstreamKeys keys;
    private final PhaseTransaction transaction;
    private final PhaseResults results;
    private final PhaseOrder order;
    private volatile List<RecordedStep> recorded = List.of();
    private volatile boolean goesOn;
    private volatile boolean isExternal;
    private volatile @Nullable String keyGivenFor;

    public RecordedPhases(
            List<String> declared,
            RunSteps steps,
            DownstreamKeys keys,
            PhaseTransaction transaction,
            PhaseSettings settings) {
        this.declared = declared;
        this.steps = steps;
        this.keys = keys;
        this.transaction = transaction;
        this.results = new PhaseResults(settings);
        this.order = new PhaseOrder(declared);
    }

    /**
     * Reads what earlier runs have done. Returns false if that does not fit to the phases that are declared now: another version of
     * the application has run then, and nothing may go on from there.
     */
    public boolean read() {
        recorded = steps.recorded();
        List<String> names = recorded.stream().map(RecordedStep::name).toList();
        boolean onlyLastUnfinished =
                recorded.stream().limit(Math.max(0, recorded.size() - 1)).allMatch(RecordedStep::isDone);
        return onlyLastUnfinished && names.size() <= declared.size() && names.equals(declared.subList(0, names.size()));
    }

    /** What the end of the run means: after a phase that a later run goes on from, nothing is unknown. */
    public OutcomePolicy judging(OutcomePolicy policy) {
        return new OutcomePolicy() {

            @Override
            public Outcome ofStatus(int status) {
                return settled(policy.ofStatus(status));
            }

            @Override
            public Outcome ofException(Throwable thrown) {
                return settled(policy.ofException(thrown), thrown);
            }

            @Override
            public Outcome ofTranslated(Throwable thrown, int status) {
                return settled(policy.ofTranslated(thrown, status), thrown);
            }
        };
    }

    /** An exception that says itself that the outcome is unknown has the last word. */
    private Outcome settled(Outcome outcome, Throwable thrown) {
        for (Throwable cause = thrown; cause != null; cause = cause.getCause()) {
            if (cause instanceof OutcomeUnknownException) {
                return outcome;
            }
        }
        return settled(outcome);
    }

    private Outcome settled(Outcome outcome) {
        return goesOn && outcome == Outcome.UNKNOWN ? Outcome.RETRYABLE : outcome;
    }

    /** The key for the system that is called under this name: only in an external phase, and only one. */
    public String downstreamKey(String step) {
        String phase = order.current();
        if (phase == null || !isExternal) {
            throw new IllegalStateException("A key for another system was asked for "
                    + (phase == null ? "outside of the phases" : "in the local phase '" + phase + "'")
                    + ": call the other system in an external phase");
        }
        String given = keyGivenFor;
        if (given != null && !given.equals(step)) {
            throw new IllegalStateException("The phase '" + phase + "' asked for keys for two effects, '" + given
                    + "' and '" + step + "': an external phase has one effect. Make two phases of it");
        }
        keyGivenFor = step;
        return keys.forStep(step);
    }

    @Override
    public <X extends Exception> void local(String phase, LocalAction<X> work) throws X {
        this.<Boolean, X>local(phase, Boolean.class, () -> {
            work.run();
            return true;
        });
    }

    @Override
    public <T extends @Nullable Object, X extends Exception> T local(String phase, Class<T> type, LocalWork<T, X> work)
            throws X {
        PhaseTransaction.requireNone(phase);
        int position = order.enter(phase);
        try {
            Optional<RecordedStep> done = find(phase);
            T result = done.isPresent() ? results.read(done.get(), type) : runLocal(phase, position, type, work);
            finished();
            return result;
        } finally {
            order.leave();
        }
    }

    /** Whatever goes wrong: it is rolled back, or committed together with its record. A later run goes on from either. */
    private <T extends @Nullable Object, X extends Exception> T runLocal(
            String phase, int position, Class<T> type, LocalWork<T, X> work) throws X {
        try {
            T result = transaction.execute(() -> {
                T value = work.run();
                if (!steps.finishLocal(phase, position, results.written(phase, value, type))) {
                    throw new NotRecordedException();
                }
                return value;
            });
            return result;
        } catch (NotRecordedException notRecorded) {
            return results.read(recordedByNow(phase), type);
        } catch (Throwable thrown) {
            steps.undoLocal(phase);
            goesOn = true;
            throw thrown;
        }
    }

    /** The step was recorded by somebody else: an earlier commit of this run whose answer was lost. Or the lease is lost. */
    RecordedStep recordedByNow(String phase) {
        recorded = steps.recorded();
        return find(phase).filter(RecordedStep::isDone).orElseThrow(() -> {
            order.failed(phase);
            return new OutcomeUnknownException(
                    "The phase '" + phase + "' could not be recorded, as the run has lost its lease");
        });
    }

    @Override
    public <T extends @Nullable Object> ExternalPhase<T> external(String phase, ExternalEffect<T> effect) {
        return new RecordedExternalPhase<>(this, steps, results, phase, effect);
    }

    /** Enters an external phase. */
    int enterExternal(String phase) {
        PhaseTransaction.requireNone(phase);
        int position = order.enter(phase);
        keyGivenFor = null;
        isExternal = true;
        return position;
    }

    void leaveExternal() {
        isExternal = false;
        order.leave();
    }

    void finished() {
        goesOn = false;
        order.finished();
    }

    /**
     * The effect was asked for, and its phase is not finished.
     *
     * @param canGoOn whether a later run can
     */
    void failed(String phase, boolean canGoOn) {
        order.failed(phase);
        goesOn = canGoOn;
    }

    Optional<RecordedStep> find(String phase) {
        return recorded.stream()
                .filter(step -> step.name().equals(Objects.requireNonNull(phase, "phase")))
                .findFirst();
    }

    /** Rolls a transaction back whose step was not recorded. */
    private static final class NotRecordedException extends RuntimeException {

        private static final long serialVersionUID = 1L;

        NotRecordedException() {
            super("Not recorded", null, false, false);
        }
    }
}
