package dev.idempotency.spring;

import dev.idempotency.core.action.DoneAction;
import dev.idempotency.core.downstream.DownstreamKeys;
import dev.idempotency.core.downstream.StepKeys;
import dev.idempotency.core.template.RunBinding;
import dev.idempotency.core.template.Work;
import jakarta.servlet.ServletRequest;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.UUID;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.springframework.web.context.request.RequestAttributes;
import org.springframework.web.context.request.RequestContextHolder;

/**
 * Tells a handler how its request is protected. Handlers take it as a parameter; other code on the request's thread, and
 * work that an {@link dev.idempotency.core.template.IdempotencyTemplate} runs, calls {@link #current()}.
 */
public final class IdempotencyContext implements StepKeys {

    private static final String ATTRIBUTE = IdempotencyContext.class.getName();

    /** Of the call of a template that the thread is in; it hides that of a request around it. */
    private static final ThreadLocal<@Nullable IdempotencyContext> ofCall = new ThreadLocal<>();

    private static final RunBinding BINDING = new RunBinding() {

        @Override
        public <T extends @Nullable Object, X extends Exception> T within(DownstreamKeys keys, Work<T, X> work)
                throws X {
            IdempotencyContext around = ofCall.get();
            ofCall.set(of(keys));
            try {
                return work.run();
            } finally {
                if (around == null) {
                    ofCall.remove();
                } else {
                    ofCall.set(around);
                }
            }
        }
    };

    private final boolean isProtected;
    private final UnaryOperator<String> keys;
    private volatile @Nullable String reference;

    private IdempotencyContext(boolean isProtected, UnaryOperator<String> keys) {
        this.isProtected = isProtected;
        this.keys = keys;
    }

    /** The context of a request that carries a key. */
    public static IdempotencyContext of(DownstreamKeys keys) {
        return new IdempotencyContext(true, keys::forStep);
    }

    /** The context of a request that carries a key, of which keys come from here. */
    public static IdempotencyContext of(StepKeys keys) {
        return new IdempotencyContext(true, keys::downstreamKey);
    }

    /** The context of a request without a key: no attempt is recognised as a retry. */
    public static IdempotencyContext unprotected() {
        String attempt = UUID.randomUUID().toString();
        return new IdempotencyContext(
                false,
                step -> UUID.nameUUIDFromBytes(bytes(attempt + '|' + step)).toString());
    }

    /** The context of the request; an unprotected one if nothing protects it. */
    public static IdempotencyContext of(ServletRequest request) {
        IdempotencyContext bound = (IdempotencyContext) request.getAttribute(ATTRIBUTE);
        if (bound == null) {
            bound = unprotected();
            bound.bindTo(request);
        }
        return bound;
    }

    /**
     * The context of the innermost call of a template that this thread is in, or else of the protected request that it handles;
     * empty when there is neither.
     */
    public static Optional<IdempotencyContext> current() {
        return Optional.ofNullable(ofCall.get()).or(IdempotencyContext::ofRequest);
    }

    private static Optional<IdempotencyContext> ofRequest() {
        return Optional.ofNullable(RequestContextHolder.getRequestAttributes())
                .map(attributes -> attributes.getAttribute(ATTRIBUTE, RequestAttributes.SCOPE_REQUEST))
                .map(IdempotencyContext.class::cast);
    }

    /** Makes the context of a call the current one while its work runs. */
    public static RunBinding binding() {
        return BINDING;
    }

    /** From now on this is the context of the request. */
    public void bindTo(ServletRequest request) {
        request.setAttribute(ATTRIBUTE, this);
    }

    /** Whether a retry of this request would be recognised. */
    public boolean isProtected() {
        return isProtected;
    }

    /**
     * A key for the system that this step calls, in the form of a UUID: the same in every attempt at this request, and
     * available to its {@link dev.idempotency.core.reconcile.Reconciler}.
     *
     * @param step a name that stays the same as the code around it changes, such as {@code charge}
     */
    @Override
    public String downstreamKey(String step) {
        return keys.apply(step);
    }

    /**
     * Says what the application calls the effect of an {@linkplain Idempotent#action() action}. Whoever asks for the action
     * under another key is told this; if nothing is said, the {@code Location} of the answer.
     *
     * @param reference at most 255 characters
     */
    public void refer(String reference) {
        this.reference = DoneAction.requireReference(reference);
    }

    /** What {@link #refer} was told. */
    public Optional<String> reference() {
        return Optional.ofNullable(reference);
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
