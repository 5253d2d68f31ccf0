package dev.idempotency.spring.web;

import dev.idempotency.core.engine.Ending;
import dev.idempotency.core.engine.Run;
import dev.idempotency.core.engine.RunResult;
import dev.idempotency.core.outcome.Outcome;
import dev.idempotency.core.record.Header;
import dev.idempotency.core.record.RecordedAnswer;
import dev.idempotency.core.store.GrantedRun.Work;
import dev.idempotency.spring.Mode;
import dev.idempotency.spring.endpoint.Endpoint;
import dev.idempotency.spring.web.response.CapturedResponse;
import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.springframework.web.servlet.DispatcherServlet;

/**
 * A request that runs, until its outcome is recorded and its answer is on its way: steps 6 to 8. It ends exactly once, on
 * whatever thread, and never together with the connection: what the client does has no part in it.
 */
final class Exchange {

    private static final int FIRST_ERROR = 400;
    private static final int LAST_STATUS = 599;
    private static final String UNCERTAIN = "It is not known whether the request took effect.";

    private final Endpoint endpoint;
    private final Run run;
    private final ExchangeOutcomes outcomes;
    private final HttpServletRequest request;
    private final Safeguards safeguards;
    private final LateCallers.Caller caller;
    private final Replies replies;
    private final CommitFailures commitFailures;
    private final RequestReport report;
    private final Duration retryAfter;
    private final AtomicBoolean ended = new AtomicBoolean();
    private volatile RunResult.@Nullable Fresh committed;
    private volatile boolean workUndone;
    private volatile boolean stored;

    Exchange(
            Endpoint endpoint,
            Run run,
            ExchangeOutcomes outcomes,
            HttpServletRequest request,
            Safeguards safeguards,
            LateCallers.Caller caller,
            Replies replies,
            CommitFailures commitFailures,
            RequestReport report,
            Duration retryAfter) {
        this.endpoint = endpoint;
        this.run = run;
        this.outcomes = outcomes;
        this.request = request;
        this.safeguards = safeguards;
        this.caller = caller;
        this.replies = replies;
        this.commitFailures = commitFailures;
        this.report = report;
        this.retryAfter = retryAfter;
    }

    boolean isTransactional() {
        return endpoint.mode() == Mode.TRANSACTIONAL;
    }

    boolean hasEnded() {
        return ended.get();
    }

    /** Here the caller can be seen as the application sees it. */
    void look(HttpServletRequest seen) {
        caller.look(seen);
    }

    /** The handler was stopped half-way, or may still be going on. */
    void interrupted() {
        outcomes.interrupted();
    }

    /** The handler has thrown what undoes its work, whatever the answer will be. */
    void undoWork() {
        workUndone = true;
    }

    /** The work threw this, which is thrown on unchanged. The status says nothing yet. Not for what the client's stream threw. */
    void threw(Throwable thrown, CapturedResponse response) {
        if (ended.compareAndSet(false, true)) {
            if (response.isClientGone()) {
                outcomes.interrupted();
            }
            run.failed(outcomes.ofException(thrown), thrown);
            report.ended(RequestOutcome.FAILED);
        }
    }

    /** The answer is there: records it, then sends it. */
    void answered(CapturedResponse response) throws IOException {
        if (!ended.compareAndSet(false, true)) {
            return;
        }
        response.settle();
        RunResult.Fresh before = committed;
        if (before == null) {
            Optional<RunResult> answer = record(response);
            if (answer.isPresent()) {
                give(answer.get(), response);
            }
        } else {
            before.keptUntil().ifPresent(until -> run.supplement(recorded(response)));
            give(before, response);
        }
    }

    /**
     * The container will render an error, after this thread has left the filter. A transaction cannot wait for that: it is
     * committed without the body, which follows.
     */
    void errorPending(CapturedResponse response) throws IOException {
        if (!isTransactional() || hasEnded()) {
            errorAwaited();
            return;
        }
        Optional<RunResult> answer = record(response);
        if (answer.isPresent() && answer.get() instanceof RunResult.Fresh own) {
            committed = own;
            response.releaseError();
        } else if (ended.compareAndSet(false, true) && answer.isPresent()) {
            give(answer.get(), response);
        }
    }

    /** If the container never renders the error, nobody ends the run: then its lease must run out. */
    void errorAwaited() {
        run.stopRenewing();
    }

    IllegalStateException cannotGoOn() {
        return AnswersOnOneThread.refusal(endpoint);
    }

    /** Ends what goes on, as if the handler had thrown this, except that nobody is left to answer. */
    void end(IllegalStateException refusal, CapturedResponse response) throws IOException {
        threw(refusal, response);
        if (!response.target().isCommitted()) {
            response.discard();
            replies.write(Reply.withheld(UNCERTAIN, retryAfter), request, response.target());
        }
        request.getAsyncContext().complete();
    }

    /** Writes the outcome down. Empty when a commit failed and that has been answered. */
    private Optional<RunResult> record(CapturedResponse response) throws IOException {
        Throwable handled = handledException(response);
        if (handled != null && response.isClientGone()) {
            outcomes.interrupted();
        }
        int status = statusOf(response);
        Outcome outcome = outcomes.ofAnswer(status, handled, response.isKept() && response.size() == 0);
        stored = outcome == Outcome.STORED;
        boolean withheld = ExchangeOutcomes.isWithheld(status, handled, outcome);
        RunResult result;
        try {
            result = run.finish(new Ending(outcome, recorded(response), workOf(status), "status_" + status));
        } catch (RuntimeException failure) {
            ended.set(true);
            commitFailed(failure, response);
            return Optional.empty();
        }
        return Optional.of(withheld && !(result instanceof RunResult.Recorded) ? new RunResult.Withheld() : result);
    }

    /** A refusal stands without the work; any other answer is only true with it, unless the handler undid it by what it threw. */
    private Work workOf(int status) {
        if (workUndone) {
            return Work.UNDONE;
        }
        return status >= FIRST_ERROR ? Work.KEPT_UNLESS_ROLLED_BACK : Work.KEPT;
    }

    /** A status that HTTP does not know counts as a server error. */
    private static int statusOf(CapturedResponse response) {
        return Math.min(response.getStatus(), LAST_STATUS);
    }

    /** As if the handler had thrown it, except that nobody may call it a success. */
    private void commitFailed(RuntimeException failure, CapturedResponse response) throws IOException {
        report.ended(RequestOutcome.FAILED);
        response.discard();
        if (!commitFailures.answer(failure, request, response)) {
            throw failure;
        }
        response.settle();
        if (response.getStatus() < FIRST_ERROR) {
            response.discard();
            replies.write(Reply.withheld(UNCERTAIN, retryAfter), request, response.target());
        } else if (response.isErrorSent()) {
            response.releaseError();
        } else {
            response.send();
        }
    }

    private void give(RunResult answer, CapturedResponse response) throws IOException {
        if (answer instanceof RunResult.Fresh own) {
            report.ended(outcomeOf(own));
            if (!response.target().isCommitted()) {
                own.keptUntil().ifPresent(until -> replies.markKept(until, request, response.target()));
            }
            if (response.isErrorSent()) {
                response.releaseError();
            } else if (!response.isPassedThrough()) {
                response.send();
            }
        } else if (answer instanceof RunResult.Recorded from) {
            reply(
                    safeguards.authorizedAfterRun(CallerMark.reply(from.reservation(), request), request, endpoint),
                    response);
        } else {
            reply(Reply.withheld(UNCERTAIN, retryAfter), response);
        }
    }

    private RequestOutcome outcomeOf(RunResult.Fresh own) {
        return stored && own.keptUntil().isEmpty() ? RequestOutcome.UNRECORDED : RequestOutcome.EXECUTED;
    }

    private void reply(Reply reply, CapturedResponse response) throws IOException {
        report.ended(RequestOutcome.WITHHELD);
        if (!response.target().isCommitted()) {
            response.discard();
            replies.write(reply, request, response.target());
        }
    }

    private RecordedAnswer recorded(CapturedResponse response) {
        List<Header> headers = response.headers();
        int status = statusOf(response);
        return caller.kept(
                response.isKept()
                        ? RecordedAnswer.of(status, headers, response.body())
                        : RecordedAnswer.withoutBody(status, headers));
    }

    /** What an exception handler of Spring MVC has turned into an answer, unless it only was about the answer. */
    private @Nullable Throwable handledException(CapturedResponse response) {
        return request.getAttribute(DispatcherServlet.EXCEPTION_ATTRIBUTE) instanceof Throwable thrown
                        && !DepartedClient.causedBy(thrown, response)
                ? thrown
                : null;
    }
}
