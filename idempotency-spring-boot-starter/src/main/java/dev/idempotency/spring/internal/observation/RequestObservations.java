package dev.idempotency.spring.internal.observation;

import dev.idempotency.spring.endpoint.ProtectedEndpoint;
import dev.idempotency.spring.observation.DefaultIdempotencyRequestConvention;
import dev.idempotency.spring.observation.IdempotencyObservation;
import dev.idempotency.spring.observation.IdempotencyRequestContext;
import dev.idempotency.spring.observation.IdempotencyRequestConvention;
import dev.idempotency.spring.web.IdempotencyListener;
import dev.idempotency.spring.web.RequestOutcome;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationRegistry;
import jakarta.servlet.http.HttpServletRequest;
import org.jspecify.annotations.Nullable;

/**
 * Observes requests to protected endpoints. What was being observed when one arrives, such as the HTTP request itself, is its
 * parent. The observation is not made the current one, as a request may end on another thread than it began on.
 */
public final class RequestObservations implements IdempotencyListener {

    private static final IdempotencyRequestConvention DEFAULT = new DefaultIdempotencyRequestConvention();
    private static final String ATTRIBUTE = RequestObservations.class.getName();

    private final ObservationRegistry registry;
    private final @Nullable IdempotencyRequestConvention convention;

    /**
     * For one registry.
     *
     * @param convention null for the default one
     */
    public RequestObservations(ObservationRegistry registry, @Nullable IdempotencyRequestConvention convention) {
        this.registry = registry;
        this.convention = convention;
    }

    @Override
    public void onArrival(ProtectedEndpoint endpoint, HttpServletRequest request) {
        request.setAttribute(
                ATTRIBUTE,
                IdempotencyObservation.REQUEST.start(
                        convention, DEFAULT, () -> new IdempotencyRequestContext(endpoint), registry));
    }

    @Override
    public void onOutcome(ProtectedEndpoint endpoint, HttpServletRequest request, RequestOutcome outcome) {
        if (request.getAttribute(ATTRIBUTE) instanceof Observation observation) {
            request.removeAttribute(ATTRIBUTE);
            if (observation.getContext() instanceof IdempotencyRequestContext context) {
                context.ended(outcome);
            }
            observation.stop();
        }
    }
}
