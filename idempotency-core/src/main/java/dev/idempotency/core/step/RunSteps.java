package dev.idempotency.core.step;

import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * The steps of a run, as its store records them. A later run of the same key finds those of the earlier ones, until the record of the key
 * ends; a key that is used anew has none.
 *
 * <p>Each change is one atomic step on condition that the run still holds its lease, and returns false, having changed nothing, if
 * it does not. Any method may throw {@link dev.idempotency.core.store.StoreException}. After {@link
 * dev.idempotency.core.store.StoreException.AnswerLost} the caller may call once more; it then gets true if the first call had
 * been carried out. The name of a step has 1 to {@value #LONGEST_NAME} characters.
 */
public interface RunSteps {

    /** How many characters the name of a step may have. */
    int LONGEST_NAME = 100;

    /** For {@link #start}, if it is certain that earlier calls had no effect. */
    Duration ALWAYS = Duration.ofDays(36_500);

    /** The steps of this run and of the earlier ones, by their positions. */
    List<RecordedStep> recorded();

    /**
     * Records a local step as done. In a database the record is part of the transaction that the calling thread is in: both are
     * committed or neither, and the lease cannot be lost in between.
     *
     * @param position among the steps of the run, from 0
     * @return false if the lease is lost, or the step was recorded before: the transaction must be rolled back
     */
    boolean finishLocal(String step, int position, byte[] result);

    /** The transaction of a local step that was recorded as done has been rolled back. A store whose record was part of it does nothing. */
    void undoLocal(String step);

    /**
     * Records that the effect of an external step is being asked for, before it is.
     *
     * @param position among the steps of the run, from 0
     * @param repeatable how long after the first call the effect may be asked for again; zero if never
     * @return false if the lease is lost, the step is done, or an earlier run asked for its effect longer ago than that
     */
    boolean start(String step, int position, Duration repeatable);

    /**
     * Records that the effect of an external step has happened. An owner that has lost its lease may still say so, as long as no
     * later run has asked for the effect again.
     *
     * @param externalId what the other system calls the effect; at most 255 characters
     * @param result empty if it cannot be kept
     */
    boolean finish(String step, Optional<String> externalId, Optional<byte[]> result);

    /**
     * The effect that this run has asked for certainly did not happen. Nothing changes if an earlier run had asked for it too.
     */
    void cancel(String step);
}
