package dev.idempotency.spring.endtoend;

import dev.idempotency.spring.Idempotent;
import dev.idempotency.spring.OnConcurrent;
import java.net.URI;
import java.security.Principal;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RestController;

/** Counts its runs over all instances of the application. A test lets go of those that wait. */
@RestController
class Orders {

    static final AtomicInteger RUNS = new AtomicInteger();
    static volatile CountDownLatch gate = new CountDownLatch(0);

    @PostMapping("/orders")
    @Idempotent(ttl = "48h")
    ResponseEntity<Map<String, Object>> place(@RequestBody Map<String, Object> order, Principal caller)
            throws InterruptedException {
        return run(order, caller);
    }

    @PostMapping("/patient")
    @Idempotent(onConcurrent = OnConcurrent.WAIT, waitAtMost = "60s")
    ResponseEntity<Map<String, Object>> placePatiently(@RequestBody Map<String, Object> order)
            throws InterruptedException {
        return run(order, null);
    }

    private static ResponseEntity<Map<String, Object>> run(Map<String, Object> order, Principal caller)
            throws InterruptedException {
        int id = RUNS.incrementAndGet();
        if (!gate.await(30, TimeUnit.SECONDS)) {
            throw new IllegalStateException("nobody opened the gate");
        }
        return ResponseEntity.created(URI.create("/orders/" + id))
                .body(Map.of("id", id, "sku", order.get("sku"), "by", caller == null ? "" : caller.getName()));
    }
}
