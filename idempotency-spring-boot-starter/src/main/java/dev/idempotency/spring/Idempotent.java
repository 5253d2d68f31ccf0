package dev.idempotency.spring;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Makes a handler safe to retry: of all requests that carry the same key one runs, and all get its answer.
 *
 * <p>On a class or interface it applies to all its handler methods; on a method it overrides that. Attributes that are
 * left out have the values that {@code idempotency.*} configures. Durations are written like {@code 30s}, {@code 24h}
 * or {@code P7D}, and may be placeholders such as {@code ${orders.ttl}}.
 */
@Documented
@Inherited
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.METHOD, ElementType.TYPE, ElementType.ANNOTATION_TYPE})
public @interface Idempotent {

    /**
     * Name of what a request works on, such as <code>order:{id}</code>: only one request works on it at a time, whatever their keys,
     * in both modes. It has variables of the route and values of a JSON body, <code>order:{body:/orderId}</code>, or is
     * {@code @} and the name of a bean of type {@link dev.idempotency.spring.scope.EntityResolver}. It counts within the caller's
     * tenant. While another request works on it, or while it is not known what became of one, a request gets 409, or waits as for a
     * first one with its key: see {@link #onConcurrent}. A key is required there.
     */
    String entity() default "";

    /**
     * Name of what a request does once and for all, whatever key it is asked for under, such as <code>refund:{id}</code>, with
     * variables of the route. It counts within the caller's tenant and is kept for ever. A request with a new key for an action
     * that was done is refused, and told its reference: see {@link IdempotencyContext#refer}. An answer of 400 and above has not
     * done it. For {@link Mode#TRANSACTIONAL}, where a key is required.
     */
    String action() default "";

    /** How the work and its record are kept together. */
    Mode[] mode() default {};

    /** For how long the answer is replayed. */
    String ttl() default "";

    /**
     * How long a run counts as alive after its node last renewed the lease. The lease is renewed while the run goes
     * on.
     */
    String lease() default "";

    /** Whether a request without a key is refused. If not, it runs unprotected. */
    boolean[] required() default {};

    /** What a request gets while the first one with its key still runs. */
    OnConcurrent[] onConcurrent() default {};

    /** How long a request waits for the first one at most, if it waits. */
    String waitAtMost() default "";

    /** What a request gets when the store cannot be reached. */
    OnStoreFailure[] onStoreFailure() default {};

    /** What becomes of a run whose lease has run out. */
    OnLeaseExpiry[] onLeaseExpiry() default {};

    /**
     * The names of the phases of a handler that takes {@link dev.idempotency.spring.phase.Phases}, in their order. A request that was
     * begun with other phases, or another order, is not gone on with: its outcome becomes unknown.
     */
    String[] phases() default {};

    /**
     * Members of a JSON body, and fields of a form, that may differ between a request and its retry: {@code sentAt},
     * {@code meta.trace}.
     */
    String[] ignoredMembers() default {};

    /** Name of the {@link dev.idempotency.core.fingerprint.Fingerprinter} bean that tells whether two requests are the same. */
    String fingerprinter() default "";

    /** Exceptions, thrown or among the causes, after which certainly nothing has happened: a retry runs. */
    Class<? extends Throwable>[] retryableOn() default {};

    /** Exceptions, thrown or among the causes, after which something may have happened: no retry runs. */
    Class<? extends Throwable>[] unknownOn() default {};

    /** Statuses after which a retry runs, such as {@code 409} of a handler that lost a race. */
    int[] retryableStatuses() default {};

    /** Statuses after which something may have happened: no retry runs. */
    int[] unknownStatuses() default {};

    /**
     * Name of the transaction manager for {@link Mode#TRANSACTIONAL}, if there are several. If it is empty, {@code
     * @Transactional} on the handler names it.
     */
    String transactionManager() default "";
}
