package dev.idempotency.spring.internal.web;

import dev.idempotency.core.engine.Run;
import dev.idempotency.core.engine.RunResult;
import dev.idempotency.core.outcome.Outcome;
import dev.idempotency.core.record.RecordedAnswer;
import dev.idempotency.spring.internal.web.response.CapturedAnswer;
import dev.idempotency.spring.internal.web.response.CapturedResponse;
import dev.idempotency.spring.outcome.OutcomePolicy;
import dev.idempotency.spring.web.RequestOutcome;
import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.springframework.web.servlet.DispatcherServlet;

/**
 * Ends the run of a request: judges how it ended, records that, and answers. It does so exactly once, on any thread,
 * and independently of the client's connection.
 */
final class RunEnding {

    private static final int FIRST_ERROR = 400;
    static final String UNCERTAIN = "It is not known whether the request took effect.";

    private final ProtectedRequest request;
    private final Run run;
    private final @Nullable RunAction action;
    private final OutcomePolicy policy;
    private final LateCallers.Caller caller;
    private final RequestGuards guards;
    private final ReplyWriter replies;
    private final Duration retryAfter;
    private final AtomicBoolean ended = new AtomicBoolean();
    private volatile RunResult.@Nullable Fresh committed;
    private volatile boolean stored;
    private volatile boolean interrupted;
    private volatile boolean workUndone;

    RunEnding(
            ProtectedRequest request,
            Run run,
            @Nullable RunAction action,
            OutcomePolicy policy,
            LateCallers.Caller caller,
            RequestGuards guards,
            ReplyWriter replies,
            Duration retryAfter) {
        this.request = request;
        this.run = run;
        this.action = action;
        this.policy = policy;
        this.caller = caller;
        this.guards = guards;
        this.replies = replies;
        this.retryAfter = retryAfter;
    }

    boolean isTransactional() {
        return request.isTransactional();
    }

    boolean hasEnded() {
        return ended.get();
    }

    /** Looks for the caller in the request as the application sees it. */
    void look(HttpServletRequest seen) {
        caller.look(seen);
    }

    /** The handler was stopped half-way, or may still run. */
    void interrupted() {
        interrupted = true;
    }

    /** The handler has thrown an exception that undoes its work, with any answer. */
    void undoWork() {
        workUndone = true;
    }

    /** The work threw this, which is thrown on unchanged. The status says nothing yet. Not for what the client's stream threw. */
    void threw(Throwable thrown, CapturedResponse response) {
        if (ended.compareAndSet(false, true)) {
            if (response.isClientGone()) {
                interrupted = true;
            }
            run.failed(outcomes().ofException(thrown), thrown);
            request.ended(RequestOutcome.FAILED);
        }
    }

    /** The answer is there: records it, then sends it. */
    void answered(CapturedResponse response) throws IOException {
        answered(response, null);
    }

    /** @param seen the request as the application has seen it; null if nobody has since the caller was last looked for */
    void answered(CapturedResponse response, @Nullable HttpServletRequest seen) throws IOException {
        if (!ended.compareAndSet(false, true)) {
            return;
        }
        RunResult.Fresh before = committed;
        if (before != null) {
            CapturedAnswer answer = response.answer();
            before.keptUntil().ifPresent(until -> run.supplement(kept(answer, seen)));
            deliver(before, response);
            return;
        }
        RunResult result = record(response, seen);
        if (result != null) {
            give(result, response);
        }
    }

    /**
     * The container will render an error, after this thread has left the filter. A transaction cannot wait for that: it is
     * committed without the body, which follows.
     */
    void errorPending(CapturedResponse response, HttpServletRequest seen) throws IOException {
        if (!isTransactional() || hasEnded()) {
            errorAwaited();
            return;
        }
        RunResult result = record(response, seen);
        if (result instanceof RunResult.Fresh fresh) {
            committed = fresh;
            response.releaseError();
        } else if (ended.compareAndSet(false, true) && result != null) {
            give(result, response);
        }
    }

    /** If the container never renders the error, the run is not ended, and its lease runs out. */
    void errorAwaited() {
        run.stopRenewing();
    }

    IllegalStateException cannotGoOn() {
        return AnswersOnOneThread.refusal(request.endpoint());
    }

    /** Ends the asynchronous request as if the handler had thrown this; no other answer is possible any more. */
    void end(IllegalStateException refusal, CapturedResponse response) throws IOException {
        threw(refusal, response);
        if (!response.target().isCommitted()) {
            response.discard();
            replies.write(uncertain(), request.request(), response.target());
        }
        request.request().getAsyncContext().complete();
    }

    /** Records the outcome. Null if a commit failed and the failure has been answered. */
    private @Nullable RunResult record(CapturedResponse response, @Nullable HttpServletRequest seen)
            throws IOException {
        CapturedAnswer answer = response.answer();
        Throwable handled = handledException(response);
        if (handled != null && response.isClientGone()) {
            interrupted = true;
        }
        RecordedAnswer kept = kept(answer, seen);
        boolean transientFailure = isTransactional() && TransientFailures.happened(handled);
        OutcomeClassifier.Judged judged = outcomes().judge(kept, handled, answer.isEmpty(), transientFailure);
        stored = judged.ending().outcome() == Outcome.STORED;
        RunResult result;
        if (action != null) {
            action.ending(judged.ending());
        }
        try {
            result = run.finish(judged.ending());
        } catch (RuntimeException failure) {
            ended.set(true);
            commitFailed(failure, response);
            return null;
        }
        return judged.withheld() && !(result instanceof RunResult.Recorded) ? new RunResult.Withheld() : result;
    }

    /** Handled like an exception from the handler, but an exception handler may not turn it into a 2xx. */
    private void commitFailed(RuntimeException failure, CapturedResponse response) throws IOException {
        request.ended(RequestOutcome.FAILED);
        response.discard();
        if (!replies.answerCommitFailure(failure, request.request(), response)) {
            throw failure;
        }
        if (response.getStatus() < FIRST_ERROR) {
            response.discard();
            replies.write(uncertain(), request.request(), response.target());
        } else if (response.isErrorSent()) {
            response.releaseError();
        } else {
            response.send();
        }
    }

    private OutcomeClassifier outcomes() {
        return new OutcomeClassifier(policy, interrupted, workUndone);
    }

    private void give(RunResult result, CapturedResponse response) throws IOException {
        result.match(new RunResult.Cases<Delivery>() {

                    @Override
                    public Delivery fresh(RunResult.Fresh fresh) {
                        return () -> deliver(fresh, response);
                    }

                    @Override
                    public Delivery recorded(RunResult.Recorded recorded) {
                        return () -> reply(
                                guards.authorizedAfterRun(
                                        Reply.to(recorded.reservation(), request.request()),
                                        request.request(),
                                        request.endpoint()),
                                response);
                    }

                    @Override
                    public Delivery withheld(RunResult.Withheld withheld) {
                        return () -> reply(uncertain(), response);
                    }
                })
                .make();
    }

    private void deliver(RunResult.Fresh fresh, CapturedResponse response) throws IOException {
        boolean unrecorded = stored && fresh.keptUntil().isEmpty();
        request.ended(unrecorded ? RequestOutcome.UNRECORDED : RequestOutcome.EXECUTED);
        if (!response.target().isCommitted()) {
            fresh.keptUntil().ifPresent(until -> replies.markKept(until, request.request(), response.target()));
        }
        if (response.isErrorSent()) {
            response.releaseError();
        } else if (!response.isPassedThrough()) {
            response.send();
        }
    }

    private void reply(Reply reply, CapturedResponse response) throws IOException {
        request.ended(RequestOutcome.WITHHELD);
        if (!response.target().isCommitted()) {
            response.discard();
            replies.write(reply, request.request(), response.target());
        }
    }

    private Reply uncertain() {
        return Reply.withheld(UNCERTAIN, retryAfter);
    }

    private RecordedAnswer kept(CapturedAnswer answer, @Nullable HttpServletRequest seen) {
        if (seen != null) {
            caller.look(seen);
        }
        return caller.kept(answer);
    }

    /** What an exception handler of Spring MVC has turned into an answer, unless it only was about the answer. */
    private @Nullable Throwable handledException(CapturedResponse response) {
        return request.request().getAttribute(DispatcherServlet.EXCEPTION_ATTRIBUTE) instanceof Throwable thrown
                        && !DepartedClient.causedBy(thrown, response)
                ? thrown
                : null;
    }

    private interface Delivery {
        void make() throws IOException;
    }
}
