package dev.idempotency.benchmarks.application;

import dev.idempotency.spring.Idempotent;
import dev.idempotency.spring.Mode;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

/** The same work behind each kind of protection. */
@RestController
@ResponseStatus(HttpStatus.CREATED)
class PurchaseController {

    private final Purchases purchases;
    private final CountDownLatch never = new CountDownLatch(1);

    PurchaseController(Purchases purchases) {
        this.purchases = purchases;
    }

    @PostMapping("/plain")
    Purchase plain(@RequestBody Map<String, Object> ordered) {
        return purchases.place(ordered);
    }

    @PostMapping("/lease")
    @Idempotent(mode = Mode.LEASE)
    Purchase lease(@RequestBody Map<String, Object> ordered) {
        return purchases.place(ordered);
    }

    @PostMapping("/transactional")
    @Idempotent(mode = Mode.TRANSACTIONAL)
    Purchase transactional(@RequestBody Map<String, Object> ordered) {
        return purchases.place(ordered);
    }

    /** Does not end before the process does. */
    @PostMapping("/held")
    @Idempotent(mode = Mode.LEASE)
    Purchase held(@RequestBody Map<String, Object> ordered) throws InterruptedException {
        never.await();
        return purchases.place(ordered);
    }
}
