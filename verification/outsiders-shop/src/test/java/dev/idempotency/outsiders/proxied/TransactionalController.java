package dev.idempotency.outsiders.proxied;

import dev.idempotency.spring.Idempotent;
import dev.idempotency.spring.Mode;
import java.util.concurrent.atomic.AtomicInteger;
import org.springframework.transaction.annotation.Transactional;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RestController;

/** The annotation is on the class; the proxy is for the transaction. */
@RestController
@Idempotent(mode = Mode.TRANSACTIONAL)
class TransactionalController {

    static final AtomicInteger RUNS = new AtomicInteger();

    @Transactional
    @PostMapping("/transactional")
    String add() {
        return "run " + RUNS.incrementAndGet();
    }
}
