package dev.idempotency.spring.web;

import dev.idempotency.core.store.Reservation;
import dev.idempotency.core.store.ReservationRequest;
import dev.idempotency.spring.endpoint.Endpoint;
import jakarta.servlet.http.HttpServletRequest;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Tells the listeners of one request what becomes of it. */
final class RequestReport {

    private static final Logger log = LoggerFactory.getLogger(RequestReport.class);

    private final List<IdempotencyListener> listeners;
    private final Endpoint endpoint;
    private final HttpServletRequest request;
    private final AtomicBoolean ended = new AtomicBoolean();

    private RequestReport(List<IdempotencyListener> listeners, Endpoint endpoint, HttpServletRequest request) {
        this.listeners = listeners;
        this.endpoint = endpoint;
        this.request = request;
    }

    static RequestReport ofArrival(List<IdempotencyListener> listeners, Endpoint endpoint, HttpServletRequest request) {
        RequestReport report = new RequestReport(listeners, endpoint, request);
        report.tell(listener -> listener.onArrival(endpoint, request));
        return report;
    }

    void reserved(ReservationRequest asked, Reservation reservation) {
        tell(listener -> listener.onReserved(endpoint, asked.id().scope(), reservation));
    }

    /** Only what is said first counts. */
    void ended(RequestOutcome outcome) {
        if (ended.compareAndSet(false, true)) {
            tell(listener -> listener.onOutcome(endpoint, request, outcome));
        }
    }

    private void tell(Consumer<IdempotencyListener> what) {
        for (IdempotencyListener listener : listeners) {
            try {
                what.accept(listener);
            } catch (RuntimeException failure) {
                log.warn("A listener failed; the request goes on", failure);
            }
        }
    }
}
