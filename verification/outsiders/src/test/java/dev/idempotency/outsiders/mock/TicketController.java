package dev.idempotency.outsiders.mock;

import dev.idempotency.spring.IdempotencyContext;
import dev.idempotency.spring.Idempotent;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicInteger;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.server.ResponseStatusException;

/** Counts how often it ran. */
@RestController
class TicketController {

    private final AtomicInteger sold = new AtomicInteger();

    @Idempotent
    @PostMapping("/tickets")
    @ResponseStatus(HttpStatus.CREATED)
    String sell() {
        return "ticket " + sold.incrementAndGet();
    }

    @Idempotent
    @PostMapping("/tickets/later")
    Callable<String> sellLater() {
        return this::sell;
    }

    @Idempotent
    @PostMapping("/tickets/sold-out")
    String refuse() {
        throw new ResponseStatusException(HttpStatus.UNPROCESSABLE_CONTENT, "sold out " + sold.incrementAndGet());
    }

    @Idempotent
    @PostMapping("/tickets/paid")
    String pay(IdempotencyContext context) {
        return "%s %s".formatted(context.isProtected(), context.downstreamKey("charge"));
    }
}
