package dev.idempotency.spring;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.springframework.beans.factory.annotation.Qualifier;

/**
 * Asks for the {@link dev.idempotency.core.store.IdempotencyStore} as it was made, past circuit, meters and listeners: to see
 * whether it is there at all, or what it can do beyond its port. Without this qualifier, an injected store is guarded.
 */
@Documented
@Qualifier @Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.FIELD, ElementType.METHOD, ElementType.PARAMETER, ElementType.TYPE, ElementType.ANNOTATION_TYPE})
public @interface UnguardedStore {}
