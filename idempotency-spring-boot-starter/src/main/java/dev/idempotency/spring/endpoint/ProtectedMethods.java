package dev.idempotency.spring.endpoint;

import java.lang.reflect.Method;

/**
 * The methods on which something looks for {@link dev.idempotency.spring.Idempotent}. A bean of this type for each kind of them, such
 * as handlers of requests: the application does not start with an annotation that none of these beans has.
 */
@FunctionalInterface
public interface ProtectedMethods {

    /**
     * Whether the annotation is looked for on this method, or for this method on its class.
     *
     * @param beanType the bean's class, without what a proxy by subclass adds
     */
    boolean has(Class<?> beanType, Method method);
}
