package dev.idempotency.spring.internal.web.app;

import dev.idempotency.spring.Idempotent;
import jakarta.servlet.AsyncContext;
import jakarta.servlet.ServletOutputStream;
import jakarta.servlet.WriteListener;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.springframework.core.task.SimpleAsyncTaskExecutor;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.servlet.mvc.method.annotation.SseEmitter;
import org.springframework.web.servlet.mvc.method.annotation.StreamingResponseBody;

/** Answers that cannot be held back. */
@Idempotent
@RestController
@RequestMapping("/streams")
class StreamHandlers {

    private final Runs runs;

    StreamHandlers(Runs runs) {
        this.runs = runs;
    }

    @PostMapping("/events")
    SseEmitter events(HttpServletRequest request) {
        Runs.Held held = begin(request);
        SseEmitter emitter = new SseEmitter(10_000L);
        new SimpleAsyncTaskExecutor().execute(() -> {
            try {
                emitter.send("one");
                held.waitHere();
                emitter.send("two");
                emitter.complete();
            } catch (IOException e) {
                emitter.completeWithError(e);
            }
        });
        return emitter;
    }

    @PostMapping("/streaming-body")
    StreamingResponseBody streamingBody(HttpServletRequest request) {
        Runs.Held held = begin(request);
        return out -> {
            out.write("one".getBytes(StandardCharsets.UTF_8));
            out.flush();
            held.waitHere();
            out.write("two".getBytes(StandardCharsets.UTF_8));
        };
    }

    @PostMapping("/raw")
    void raw(HttpServletRequest request) {
        Runs.Held held = begin(request);
        AsyncContext context = request.startAsync();
        new SimpleAsyncTaskExecutor().execute(() -> {
            try {
                context.getResponse().getWriter().write("one");
                context.getResponse().getWriter().flush();
                held.waitHere();
                context.getResponse().getWriter().write("two");
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
            context.complete();
        });
    }

    @PostMapping("/flushed")
    void flushed(HttpServletRequest request, HttpServletResponse response) throws IOException {
        runs.count(request);
        response.getWriter().write("one");
        response.flushBuffer();
        response.getWriter().write("two");
    }

    @PostMapping("/large")
    byte[] large(HttpServletRequest request) {
        runs.count(request);
        return new byte[WebStack.LIMIT + 1];
    }

    @PostMapping("/trailers")
    void trailers(HttpServletRequest request, HttpServletResponse response) throws IOException {
        runs.count(request);
        response.setTrailerFields(() -> Map.of("Checksum", "1"));
        response.getWriter().write("onetwo");
    }

    @PostMapping("/non-blocking")
    void nonBlocking(HttpServletRequest request, HttpServletResponse response) throws IOException {
        runs.count(request);
        AsyncContext context = request.startAsync(request, response);
        ServletOutputStream out = response.getOutputStream();
        out.setWriteListener(new WriteListener() {
            @Override
            public void onWritePossible() throws IOException {
                if (out.isReady()) {
                    out.write("onetwo".getBytes(StandardCharsets.UTF_8));
                    context.complete();
                }
            }

            @Override
            public void onError(Throwable failure) {
                context.complete();
            }
        });
    }

    private Runs.Held begin(HttpServletRequest request) {
        runs.count(request);
        return runs.takeHeld(request.getHeader("Idempotency-Key"));
    }
}
