package dev.idempotency.spring.web;

import dev.idempotency.core.store.Reservation;
import dev.idempotency.core.store.ReservationRequest;
import dev.idempotency.spring.endpoint.Endpoint;
import jakarta.servlet.http.HttpServletRequest;
import java.util.concurrent.atomic.AtomicBoolean;

/** Tells the listeners of one request what becomes of it. */
final class RequestReport {

    private final Listeners listeners;
    private final Endpoint endpoint;
    private final HttpServletRequest request;
    private final AtomicBoolean ended = new AtomicBoolean();

    private RequestReport(Listeners listeners, Endpoint endpoint, HttpServletRequest request) {
        this.listeners = listeners;
        this.endpoint = endpoint;
        this.request = request;
    }

    static RequestReport ofArrival(Listeners listeners, Endpoint endpoint, HttpServletRequest request) {
        RequestReport report = new RequestReport(listeners, endpoint, request);
        listeners.tell(listener -> listener.onArrival(endpoint, request));
        return report;
    }

    void reserved(ReservationRequest asked, Reservation reservation) {
        listeners.tell(listener -> listener.onReserved(endpoint, asked.id().scope(), reservation));
    }

    /** Only what is said first counts. */
    void ended(RequestOutcome outcome) {
        if (ended.compareAndSet(false, true)) {
            listeners.tell(listener -> listener.onOutcome(endpoint, request, outcome));
        }
    }
}
