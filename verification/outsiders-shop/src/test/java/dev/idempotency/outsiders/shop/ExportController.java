package dev.idempotency.outsiders.shop;

import dev.idempotency.spring.Idempotent;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.context.request.async.DeferredResult;
import org.springframework.web.servlet.mvc.method.annotation.StreamingResponseBody;

/** Answers later, at length, or both. */
@RestController
class ExportController {

    static final int LARGE = 9_000_000;

    final AtomicInteger exports = new AtomicInteger();

    @PostMapping("/exports")
    @Idempotent(ttl = "1h")
    CompletableFuture<ResponseEntity<String>> export(@RequestParam(defaultValue = "0") int fail) {
        return CompletableFuture.supplyAsync(() -> {
            int number = exports.incrementAndGet();
            if (fail > 0) {
                throw new OutOfStockException("paper " + number);
            }
            return ResponseEntity.accepted()
                    .header("Location", "/exports/" + number)
                    .body("export " + number);
        });
    }

    @PostMapping("/exports/deferred")
    @Idempotent
    DeferredResult<String> exportDeferred() {
        DeferredResult<String> result = new DeferredResult<>();
        CompletableFuture.runAsync(() -> result.setResult("export " + exports.incrementAndGet()));
        return result;
    }

    @PostMapping(path = "/exports/large", produces = MediaType.APPLICATION_OCTET_STREAM_VALUE)
    @Idempotent
    byte[] exportMuch() {
        exports.incrementAndGet();
        return new byte[LARGE];
    }

    @PostMapping(path = "/exports/stream", produces = MediaType.TEXT_PLAIN_VALUE)
    @Idempotent
    StreamingResponseBody stream() {
        exports.incrementAndGet();
        return out -> out.write("a line\n".getBytes(StandardCharsets.UTF_8));
    }
}
