package dev.idempotency.spring.endtoend;

import jakarta.servlet.AsyncContext;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ForkJoinPool;
import org.springframework.http.CacheControl;
import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.context.request.async.DeferredResult;
import org.springframework.web.context.request.async.WebAsyncTask;
import org.springframework.web.server.ResponseStatusException;

/** Handlers whose answers come when the filters around them have returned, and have written their headers. */
abstract class LaterHeaderAnswers {

    @PostMapping("/callable")
    Callable<ResponseEntity<String>> callable() {
        return () -> ResponseEntity.created(URI.create("/orders/1")).body("later");
    }

    @PostMapping("/callable-empty")
    Callable<ResponseEntity<Void>> callableEmpty() {
        return () -> ResponseEntity.noContent().build();
    }

    @PostMapping("/web-async-task")
    WebAsyncTask<String> webAsyncTask() {
        return new WebAsyncTask<>(() -> "later");
    }

    @PostMapping("/deferred")
    DeferredResult<String> deferred() {
        DeferredResult<String> result = new DeferredResult<>();
        ForkJoinPool.commonPool().execute(() -> result.setResult("later"));
        return result;
    }

    @PostMapping("/deferred-error")
    DeferredResult<String> deferredError() {
        DeferredResult<String> result = new DeferredResult<>();
        ForkJoinPool.commonPool()
                .execute(() -> result.setErrorResult(new ResponseStatusException(HttpStatus.GONE, "sold out")));
        return result;
    }

    @PostMapping("/future")
    CompletableFuture<ResponseEntity<String>> future() {
        return CompletableFuture.supplyAsync(() -> ResponseEntity.ok()
                .header("Content-Security-Policy", HeaderAnswers.POLICY)
                .header("X-Frame-Options", "SAMEORIGIN")
                .header("Vary", "Accept-Language")
                .header("Content-Disposition", "attachment")
                .body("later"));
    }

    @PostMapping("/future-cached")
    CompletableFuture<ResponseEntity<String>> futureCached() {
        return CompletableFuture.supplyAsync(() -> ResponseEntity.ok()
                .cacheControl(CacheControl.maxAge(Duration.ofMinutes(1)))
                .body("later"));
    }

    /** Replaces what Spring Security has written meanwhile, but not all of it. */
    @PostMapping("/dispatched")
    void dispatched(HttpServletRequest request, HttpServletResponse response) throws IOException {
        if (request.getAttribute("dispatched") == null) {
            request.setAttribute("dispatched", true);
            AsyncContext context = request.startAsync();
            ForkJoinPool.commonPool().execute(context::dispatch);
            return;
        }
        response.setHeader("Cache-Control", "private");
        response.setHeader("X-Frame-Options", "SAMEORIGIN");
        response.getOutputStream().write(1);
    }

    @PostMapping("/completed")
    void completed(HttpServletRequest request) {
        AsyncContext context = request.startAsync();
        ForkJoinPool.commonPool().execute(() -> {
            try {
                context.getResponse().getOutputStream().write(1);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
            context.complete();
        });
    }
}
