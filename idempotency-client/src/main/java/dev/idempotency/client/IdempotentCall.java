package dev.idempotency.client;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Names the step that a method of an HTTP interface is in the work around it, like {@link IdempotentCalls#STEP}. Read by Feign
 * clients, and by HTTP interfaces of Spring Framework 7.
 */
@Documented
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.RUNTIME)
public @interface IdempotentCall {

    /** A name that stays the same as the code around it changes, such as {@code charge}. */
    String value();
}
