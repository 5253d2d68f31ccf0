package dev.idempotency.outsiders.proxied;

import java.util.concurrent.atomic.AtomicInteger;
import org.springframework.stereotype.Component;
import org.springframework.validation.annotation.Validated;

@Component
@Validated
class AdditionsController implements Additions {

    static final AtomicInteger RUNS = new AtomicInteger();

    @Override
    public String add(int amount) {
        return "run " + RUNS.incrementAndGet();
    }
}
