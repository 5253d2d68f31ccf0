package dev.idempotency.core.step;

import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What a store knows of a step. */
public final class RecordedStep {

    private final String name;
    private final StepKind kind;
    private final StepState state;
    private final @Nullable String externalId;
    private final byte @Nullable [] result;

    /**
     * @param externalId what the other system calls the effect; null if it was not said
     * @param result null if there is none yet, or none was kept
     */
    public RecordedStep(
            String name, StepKind kind, StepState state, @Nullable String externalId, byte @Nullable [] result) {
        this.name = Objects.requireNonNull(name, "name");
        this.kind = Objects.requireNonNull(kind, "kind");
        this.state = Objects.requireNonNull(state, "state");
        this.externalId = externalId;
        this.result = result == null ? null : result.clone();
    }

    /** As the code that runs it calls it. */
    public String name() {
        return name;
    }

    public StepKind kind() {
        return kind;
    }

    public StepState state() {
        return state;
    }

    /** Whether no later run does it again. */
    public boolean isDone() {
        return state == StepState.DONE;
    }

    /** What the other system calls the effect. */
    public Optional<String> externalId() {
        return Optional.ofNullable(externalId);
    }

    /** What it came to. */
    public Optional<byte[]> result() {
        return Optional.ofNullable(result).map(byte[]::clone);
    }

    /** Shows no result, because it may be confidential. */
    @Override
    public String toString() {
        return "RecordedStep[" + name + ", " + kind + ", " + state + "]";
    }
}
