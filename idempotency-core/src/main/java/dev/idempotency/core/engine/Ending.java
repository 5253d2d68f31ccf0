package dev.idempotency.core.engine;

import dev.idempotency.core.outcome.Outcome;
import dev.idempotency.core.record.RecordedAnswer;
import dev.idempotency.core.store.GrantedRun.Work;
import java.util.Objects;

/**
 * How a run ended with an answer. The caller that did the work decides this, once.
 *
 * @param outcome what it means for the record
 * @param answer what the caller is to be given
 * @param work what becomes of the work if the answer is stored and the work can still be undone
 * @param reason a short code for operators that is kept with an outcome other than {@link Outcome#STORED}, such as
 *     {@code status_504}; never text that came from a client
 */
public record Ending(Outcome outcome, RecordedAnswer answer, Work work, String reason) {

    public Ending {
        Objects.requireNonNull(outcome, "outcome");
        Objects.requireNonNull(answer, "answer");
        Objects.requireNonNull(work, "work");
        Objects.requireNonNull(reason, "reason");
    }

    /** The answer is kept, and so is the work. */
    public static Ending stored(RecordedAnswer answer) {
        return new Ending(Outcome.STORED, answer, Work.KEPT, "stored");
    }
}
