package dev.idempotency.spring.internal.web.app;

import dev.idempotency.spring.endpoint.ProtectedEndpoint;
import dev.idempotency.spring.web.IdempotencyListener;
import dev.idempotency.spring.web.RequestOutcome;
import jakarta.servlet.http.HttpServletRequest;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** Remembers what became of the requests to each endpoint. */
public final class Outcomes implements IdempotencyListener {

    private final List<String> seen = new CopyOnWriteArrayList<>();

    @Override
    public void onOutcome(ProtectedEndpoint endpoint, HttpServletRequest request, RequestOutcome outcome) {
        seen.add(endpoint.operation() + ' ' + outcome);
    }

    public List<String> of(String operation) {
        return seen.stream()
                .filter(line -> line.startsWith(operation + ' '))
                .map(line -> line.substring(operation.length() + 1))
                .toList();
    }
}
