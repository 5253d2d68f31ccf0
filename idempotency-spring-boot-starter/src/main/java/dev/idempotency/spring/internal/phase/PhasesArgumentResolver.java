package dev.idempotency.spring.internal.phase;

import dev.idempotency.spring.IdempotencyContext;
import dev.idempotency.spring.phase.Phases;
import jakarta.servlet.http.HttpServletRequest;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.core.MethodParameter;
import org.springframework.web.bind.support.WebDataBinderFactory;
import org.springframework.web.context.request.NativeWebRequest;
import org.springframework.web.method.support.HandlerMethodArgumentResolver;
import org.springframework.web.method.support.ModelAndViewContainer;

/** Gives handlers the {@link Phases} that they have as a parameter. */
public final class PhasesArgumentResolver implements HandlerMethodArgumentResolver {

    private final Supplier<PhaseTransaction> transaction;

    /** @param transaction for requests without a key */
    public PhasesArgumentResolver(Supplier<PhaseTransaction> transaction) {
        this.transaction = transaction;
    }

    @Override
    public boolean supportsParameter(MethodParameter parameter) {
        return parameter.getParameterType() == Phases.class;
    }

    @Override
    public Object resolveArgument(
            MethodParameter parameter,
            @Nullable ModelAndViewContainer container,
            NativeWebRequest request,
            @Nullable WebDataBinderFactory binders) {
        HttpServletRequest servletRequest = request.getNativeRequest(HttpServletRequest.class);
        if (servletRequest == null) {
            throw new IllegalStateException("This is not a request to a servlet");
        }
        return servletRequest.getAttribute(EndpointPhases.ATTRIBUTE) instanceof Phases recorded
                ? recorded
                : new UnrecordedPhases(transaction.get(), IdempotencyContext.of(servletRequest)::downstreamKey);
    }
}
