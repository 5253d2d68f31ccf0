package dev.idempotency.spring.scope;

import jakarta.servlet.http.HttpServletRequest;
import java.util.Optional;

/**
 * Finds the entity that a request is about, where the route and the body do not say it in one place. An endpoint names a bean of this
 * type by {@code @Idempotent(entity = "@beanName")}.
 */
@FunctionalInterface
public interface EntityResolver {

    /**
     * The name of the entity, such as {@code order:4711}. It counts within the caller's tenant, whatever it is.
     *
     * @param request whose body has not been read; it must stay so
     * @return empty to refuse the request, as it does not say what it is about
     */
    Optional<String> entityOf(HttpServletRequest request);
}
