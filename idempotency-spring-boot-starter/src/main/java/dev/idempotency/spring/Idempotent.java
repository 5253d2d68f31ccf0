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
 * <p>On a class or interface it holds for all handler methods in it; one on the method says what is different. What is left
 * out is as configured by {@code idempotency.*}. Durations are written like {@code 30s}, {@code 24h} or {@code P7D}, and may be
 * placeholders such as {@code ${orders.ttl}}.
 */
@Documented
@Inherited
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.METHOD, ElementType.TYPE, ElementType.ANNOTATION_TYPE})
public @interface Idempotent {

    /** How the work and its record are kept together. */
    Mode[] mode() default {};

    /** For how long the answer is replayed. */
    String ttl() default "";

    /** How long a process may be silent before its run counts as lost; renewed while it runs. */
    String lease() default "";

    /** Whether a request without a key is refused, or runs as if it were not protected. */
    boolean[] required() default {};

    /** What a request gets while the first one with its key still runs. */
    OnConcurrent[] onConcurrent() default {};

    /** How long a request waits for the first one at most, if it waits. */
    String waitAtMost() default "";

    /** What a request gets when the store cannot be reached. */
    OnStoreFailure[] onStoreFailure() default {};

    /** What becomes of a request whose process went away while it ran. */
    OnLeaseExpiry[] onLeaseExpiry() default {};

    /** Members of a JSON body, and fields of a form, that do not make a request another one: {@code sentAt}, {@code meta.trace}. */
    String[] ignoredMembers() default {};

    /** Name of the {@link dev.idempotency.core.fingerprint.Fingerprinter} bean that tells whether two requests are the same. */
    String fingerprinter() default "";

    /** Exceptions, thrown or somewhere among the causes, after which certainly nothing has happened: a retry runs. */
    Class<? extends Throwable>[] retryableOn() default {};

    /** Exceptions, thrown or somewhere among the causes, after which something may have happened: no retry runs. */
    Class<? extends Throwable>[] unknownOn() default {};

    /** Statuses after which a retry runs, such as {@code 409} of a handler that lost a race. */
    int[] retryableStatuses() default {};

    /** Statuses after which something may have happened. */
    int[] unknownStatuses() default {};

    /**
     * Name of the transaction manager for {@link Mode#TRANSACTIONAL}, where there are several. If it is empty, {@code @Transactional} on
     * the handler tells.
     */
    String transactionManager() default "";
}
