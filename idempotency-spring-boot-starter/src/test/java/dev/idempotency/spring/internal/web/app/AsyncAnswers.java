package dev.idempotency.spring.internal.web.app;

import jakarta.servlet.AsyncContext;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import org.springframework.core.task.SimpleAsyncTaskExecutor;
import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.context.request.async.DeferredResult;
import org.springframework.web.context.request.async.WebAsyncTask;
import org.springframework.web.server.ResponseStatusException;

/** Every way to answer after the request's thread has returned. */
abstract class AsyncAnswers {

    private static final Executor ELSEWHERE = new SimpleAsyncTaskExecutor("elsewhere-");

    private final Runs runs;

    AsyncAnswers(Runs runs) {
        this.runs = runs;
    }

    private ResponseEntity<Map<String, String>> answer() {
        return ResponseEntity.status(HttpStatus.CREATED)
                .header("Location", "/later")
                .body(Map.of("was", "later"));
    }

    @PostMapping("/future")
    CompletableFuture<ResponseEntity<Map<String, String>>> future(HttpServletRequest request) {
        String key = String.valueOf(request.getHeader("Idempotency-Key"));
        Runs.Held held = runs.takeHeld(key);
        return CompletableFuture.supplyAsync(
                () -> {
                    runs.count(key);
                    held.waitHere();
                    return answer();
                },
                ELSEWHERE);
    }

    @PostMapping("/callable")
    Callable<ResponseEntity<Map<String, String>>> callable(HttpServletRequest request) {
        runs.count(request);
        return this::answer;
    }

    @PostMapping("/web-async-task")
    WebAsyncTask<ResponseEntity<Map<String, String>>> webAsyncTask(HttpServletRequest request) {
        runs.count(request);
        return new WebAsyncTask<>(10_000L, this::answer);
    }

    @PostMapping("/deferred")
    DeferredResult<ResponseEntity<Map<String, String>>> deferred(HttpServletRequest request) {
        runs.count(request);
        DeferredResult<ResponseEntity<Map<String, String>>> result = new DeferredResult<>();
        ELSEWHERE.execute(() -> result.setResult(answer()));
        return result;
    }

    @PostMapping("/deferred-error")
    DeferredResult<String> deferredError(HttpServletRequest request) {
        runs.count(request);
        DeferredResult<String> result = new DeferredResult<>();
        ELSEWHERE.execute(() -> result.setErrorResult(new ResponseStatusException(HttpStatus.GONE, "sold out")));
        return result;
    }

    @PostMapping("/deferred-timeout-with-answer")
    DeferredResult<ResponseEntity<String>> deferredTimeoutWithAnswer(HttpServletRequest request) {
        runs.count(request);
        return new DeferredResult<>(50L, ResponseEntity.status(202).body("accepted"));
    }

    @PostMapping("/raw-complete")
    void rawComplete(HttpServletRequest request) {
        runs.count(request);
        AsyncContext context = request.startAsync();
        ELSEWHERE.execute(() -> complete(context));
    }

    @PostMapping("/raw-complete-at-once")
    void rawCompleteAtOnce(HttpServletRequest request, HttpServletResponse response) throws IOException {
        runs.count(request);
        AsyncContext context = request.startAsync(request, response);
        response.setStatus(203);
        context.complete();
        response.getWriter().write("completed");
    }

    @PostMapping("/raw-dispatch")
    void rawDispatch(HttpServletRequest request) {
        if (request.getAttribute("dispatched") == null) {
            runs.count(request);
            request.setAttribute("dispatched", true);
            AsyncContext context = request.startAsync();
            ELSEWHERE.execute(context::dispatch);
            return;
        }
        AsyncContext again = request.startAsync();
        ELSEWHERE.execute(() -> complete(again));
    }

    @PostMapping("/raw-error")
    void rawError(HttpServletRequest request, HttpServletResponse response) throws IOException {
        runs.count(request);
        AsyncContext context = request.startAsync();
        response.sendError(410, "sold out");
        context.complete();
    }

    @PostMapping("/raw-timeout-handled")
    void rawTimeoutHandled(HttpServletRequest request) {
        runs.count(request);
        AsyncContext context = request.startAsync();
        context.setTimeout(50);
        context.addListener(new OnTimeout(event -> complete(event.getAsyncContext())));
    }

    private static void complete(AsyncContext context) {
        try {
            HttpServletResponse response = (HttpServletResponse) context.getResponse();
            response.setStatus(203);
            response.setContentType("text/plain;charset=UTF-8");
            response.getWriter().write("completed");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        context.complete();
    }
}
