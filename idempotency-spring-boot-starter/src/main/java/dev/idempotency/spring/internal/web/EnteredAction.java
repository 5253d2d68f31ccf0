package dev.idempotency.spring.internal.web;

import dev.idempotency.core.action.Action;
import dev.idempotency.core.action.ActionEntry;
import dev.idempotency.core.action.ActionResult;
import dev.idempotency.core.action.Actions;
import dev.idempotency.core.engine.Run;
import dev.idempotency.core.outcome.Outcome;
import dev.idempotency.spring.problem.Problem;
import dev.idempotency.spring.problem.ProblemReport;
import dev.idempotency.spring.web.RequestOutcome;
import java.time.Duration;
import java.util.Objects;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Whether what a run is to do once and for all may be done. If not, the run has been ended, and nothing is left of it.
 *
 * @param entry null if it may not
 * @param refusal null if it may
 */
record EnteredAction(@Nullable ActionEntry entry, @Nullable Reply refusal) {

    private static final Logger log = LoggerFactory.getLogger(EnteredAction.class);

    /** It is unknown how long a transaction will take; one second is the shortest that HTTP can say. */
    private static final Duration ASK_AGAIN_AFTER = Duration.ofSeconds(1);

    /** Enters the action in the transaction that the run has opened. */
    static EnteredAction of(Action action, Run run, Supplier<Actions> actions) {
        EnteredAction entered;
        try {
            entered = actions.get().enter(action).match(new Entering());
        } catch (RuntimeException failure) {
            log.warn(
                    "{} is not run, because what it does once and for all could not be entered",
                    run.lease().id(),
                    failure);
            run.failed(Outcome.RETRYABLE, failure);
            return refused(RequestOutcome.STORE_UNAVAILABLE, ProblemReport.of(Problem.NOT_EXECUTED, ASK_AGAIN_AFTER));
        }
        if (entered.entry() == null) {
            run.failed(Outcome.RETRYABLE, new NotEntered());
        }
        return entered;
    }

    /** What the client is told where it may not. */
    Reply reply() {
        return Objects.requireNonNull(refusal, "What may be done is not refused");
    }

    private static EnteredAction refused(RequestOutcome outcome, ProblemReport report) {
        return new EnteredAction(null, new Reply.Refusal(outcome, report));
    }

    private static final class Entering implements ActionResult.Cases<ActionEntry, EnteredAction> {

        @Override
        public EnteredAction done(ActionResult.Done<ActionEntry> entered) {
            return new EnteredAction(entered.value(), null);
        }

        @Override
        public EnteredAction alreadyDone(ActionResult.AlreadyDone<ActionEntry> already) {
            return refused(RequestOutcome.ACTION_DONE, ProblemReport.actionDone(already.before()));
        }

        @Override
        public EnteredAction conflicting(ActionResult.Conflicting<ActionEntry> conflicting) {
            return refused(RequestOutcome.ACTION_CONFLICT, ProblemReport.of(Problem.ACTION_CONFLICT));
        }

        @Override
        public EnteredAction inProgress(ActionResult.InProgress<ActionEntry> inProgress) {
            return refused(RequestOutcome.ENTITY_LOCKED, ProblemReport.of(Problem.ENTITY_LOCKED, ASK_AGAIN_AFTER));
        }
    }

    /** Why the run ended: its name is what an operator finds in the record, where the store keeps one. */
    private static final class NotEntered extends RuntimeException {

        private static final long serialVersionUID = 1L;

        NotEntered() {
            super(null, null, false, false);
        }
    }
}
