package dev.idempotency.outsiders.proxied;

import dev.idempotency.spring.Idempotent;
import jakarta.validation.constraints.Min;
import java.util.concurrent.atomic.AtomicInteger;
import org.springframework.validation.annotation.Validated;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** Validated by a proxy, a subclass of it. */
@RestController
@Validated
class ValidatedController {

    static final AtomicInteger RUNS = new AtomicInteger();

    @Idempotent
    @PostMapping("/validated")
    String add(@RequestParam @Min(1) int amount) {
        return "run " + RUNS.incrementAndGet();
    }
}
