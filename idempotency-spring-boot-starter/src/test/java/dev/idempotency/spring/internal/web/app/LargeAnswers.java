package dev.idempotency.spring.internal.web.app;

import dev.idempotency.spring.Idempotent;
import jakarta.servlet.AsyncContext;
import jakarta.servlet.ServletOutputStream;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.springframework.core.io.ByteArrayResource;
import org.springframework.core.io.Resource;
import org.springframework.core.task.SimpleAsyncTaskExecutor;
import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.servlet.mvc.method.annotation.ResponseBodyEmitter;
import org.springframework.web.servlet.mvc.method.annotation.SseEmitter;
import org.springframework.web.servlet.mvc.method.annotation.StreamingResponseBody;

/** Answers that are never held back as a whole. Each handler waits, if a test wants it to, before it says a word. */
@Idempotent
@RestController
@RequestMapping("/large")
class LargeAnswers {

    private static final int SIZE = 9_000_000;
    private static final byte[] BLOCK = new byte[10_000];
    private static final SimpleAsyncTaskExecutor ELSEWHERE = new SimpleAsyncTaskExecutor("large-");

    private final Runs runs;

    LargeAnswers(Runs runs) {
        this.runs = runs;
    }

    /** What an exception handler makes of a failure to write. */
    static final class Undelivered extends RuntimeException {
        private static final long serialVersionUID = 1L;

        Undelivered(IOException cause) {
            super(cause);
        }
    }

    /** What a handler throws by itself. */
    static final class OutOfStock extends RuntimeException {
        private static final long serialVersionUID = 1L;
    }

    @ExceptionHandler
    ResponseEntity<String> undelivered(Undelivered thrown) {
        return ResponseEntity.status(HttpStatus.INTERNAL_SERVER_ERROR).body("undelivered");
    }

    @PostMapping("/bytes")
    byte[] bytes(HttpServletRequest request) {
        begin(request);
        return new byte[SIZE];
    }

    @PostMapping("/list")
    List<String> list(HttpServletRequest request) {
        begin(request);
        return Collections.nCopies(60_000, "x".repeat(100));
    }

    @PostMapping("/resource")
    Resource resource(HttpServletRequest request) {
        begin(request);
        return new ByteArrayResource(new byte[SIZE]);
    }

    @PostMapping("/future")
    CompletableFuture<byte[]> future(HttpServletRequest request) {
        String key = runs.keyOf(request);
        runs.count(key);
        Runs.Held held = runs.takeHeld(key);
        return CompletableFuture.supplyAsync(
                () -> {
                    held.waitHere();
                    return new byte[SIZE];
                },
                ELSEWHERE);
    }

    @PostMapping("/written")
    void written(HttpServletRequest request, HttpServletResponse response) throws IOException {
        begin(request);
        write(response.getOutputStream());
    }

    @PostMapping("/written-to-writer")
    void writtenToWriter(HttpServletRequest request, HttpServletResponse response) throws IOException {
        begin(request);
        PrintWriter writer = response.getWriter();
        for (int i = 0; i < SIZE; i += BLOCK.length) {
            writer.write("x".repeat(BLOCK.length));
        }
    }

    @PostMapping("/closed-after-a-failure")
    void closedAfterFailure(HttpServletRequest request, HttpServletResponse response) throws IOException {
        begin(request);
        try (ServletOutputStream out = response.getOutputStream()) {
            write(out);
        }
    }

    @PostMapping("/wrapped")
    void wrapped(HttpServletRequest request, HttpServletResponse response) {
        begin(request);
        try {
            write(response.getOutputStream());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @PostMapping("/translated")
    void translated(HttpServletRequest request, HttpServletResponse response) {
        begin(request);
        try {
            write(response.getOutputStream());
        } catch (IOException e) {
            throw new Undelivered(e);
        }
    }

    @PostMapping("/written-on")
    void writtenOn(HttpServletRequest request, HttpServletResponse response) throws IOException {
        begin(request);
        ServletOutputStream out = response.getOutputStream();
        try {
            write(out);
        } catch (IOException e) {
            write(out);
        }
    }

    /** Both flushes and all between them make 140 bytes. */
    @PostMapping("/flushed")
    void flushed(HttpServletRequest request, HttpServletResponse response) throws IOException {
        begin(request);
        ServletOutputStream out = response.getOutputStream();
        out.write(BLOCK, 0, 70);
        out.flush();
        out.write(BLOCK, 0, 70);
        out.flush();
    }

    @PostMapping("/flushed-as-buffer")
    void flushedAsBuffer(HttpServletRequest request, HttpServletResponse response) throws IOException {
        begin(request);
        ServletOutputStream out = response.getOutputStream();
        out.write(BLOCK, 0, 140);
        response.flushBuffer();
        out.write(BLOCK, 0, 1);
        response.flushBuffer();
    }

    @PostMapping("/streaming-body")
    StreamingResponseBody streamingBody(HttpServletRequest request) {
        Runs.Held held = count(request);
        return out -> {
            held.waitHere();
            for (int i = 0; i < SIZE; i += BLOCK.length) {
                out.write(BLOCK);
            }
        };
    }

    @PostMapping("/emitter")
    ResponseBodyEmitter emitter(HttpServletRequest request) {
        return sending(request, new ResponseBodyEmitter(2_000L));
    }

    @PostMapping("/events")
    SseEmitter events(HttpServletRequest request) {
        return sending(request, new SseEmitter(2_000L));
    }

    /** Nobody completes it: a container may tell Spring of the failure, or let the time run out. */
    @PostMapping("/emitter-left-alone")
    ResponseBodyEmitter emitterLeftAlone(HttpServletRequest request) {
        ResponseBodyEmitter emitter = new ResponseBodyEmitter(2_000L);
        Runs.Held held = count(request);
        ELSEWHERE.execute(() -> {
            held.waitHere();
            try {
                send(emitter);
            } catch (IOException e) {
                return;
            }
            emitter.complete();
        });
        return emitter;
    }

    @PostMapping("/raw")
    void raw(HttpServletRequest request) {
        Runs.Held held = count(request);
        AsyncContext context = request.startAsync();
        ELSEWHERE.execute(() -> {
            held.waitHere();
            try {
                write(context.getResponse().getOutputStream());
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            } finally {
                context.complete();
            }
        });
    }

    /** Fails for a reason of its own, when part of the body is on its way. */
    @PostMapping("/failing")
    void failing(HttpServletRequest request, HttpServletResponse response) throws IOException {
        begin(request);
        write(response.getOutputStream());
        throw new OutOfStock();
    }

    private <T extends ResponseBodyEmitter> T sending(HttpServletRequest request, T emitter) {
        Runs.Held held = count(request);
        ELSEWHERE.execute(() -> {
            held.waitHere();
            try {
                send(emitter);
                emitter.complete();
            } catch (IOException | IllegalStateException e) {
                emitter.completeWithError(e);
            }
        });
        return emitter;
    }

    private static void send(ResponseBodyEmitter emitter) throws IOException {
        String block = "x".repeat(BLOCK.length);
        for (int i = 0; i < SIZE; i += BLOCK.length) {
            emitter.send(block);
        }
    }

    private static void write(ServletOutputStream out) throws IOException {
        for (int i = 0; i < SIZE; i += BLOCK.length) {
            out.write(BLOCK);
        }
    }

    private void begin(HttpServletRequest request) {
        count(request).waitHere();
    }

    private Runs.Held count(HttpServletRequest request) {
        runs.count(request);
        return runs.takeHeld(runs.keyOf(request));
    }
}
