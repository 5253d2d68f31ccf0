package dev.idempotency.spring.internal.coverage;

import dev.idempotency.spring.IdempotencyConfigurationException;
import dev.idempotency.spring.endpoint.ProtectedMethods;
import dev.idempotency.spring.internal.endpoint.AnnotatedBeans;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.springframework.aop.SpringProxy;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.core.MethodIntrospector;

/**
 * Stops an application that has put {@link dev.idempotency.spring.Idempotent} where it has no effect, because its
 * developers would believe that something is protected which is not.
 */
public final class AnnotationAudit implements SmartInitializingSingleton {

    private static final String ACTION =
            "Put the annotation on the controller's method that takes the request, and not on what that"
                    + " calls. What Spring GraphQL and Spring Data REST serve is protected by a bean of type IdempotentRoutes that names"
                    + " its path.";

    private final ListableBeanFactory beans;

    public AnnotationAudit(ListableBeanFactory beans) {
        this.beans = beans;
    }

    @Override
    public void afterSingletonsInstantiated() {
        List<ProtectedMethods> known =
                beans.getBeanProvider(ProtectedMethods.class).stream().toList();
        if (known.isEmpty()) {
            return;
        }
        String ignored = AnnotatedBeans.typesIn(beans)
                .distinct()
                .filter(type -> !isClientOfOthers(type))
                .flatMap(type -> ignoredIn(type, known))
                .sorted()
                .collect(Collectors.joining("\n"));
        if (!ignored.isEmpty()) {
            throw new IdempotencyConfigurationException(
                    "@Idempotent has no effect where no request is handled:\n" + ignored, ACTION);
        }
    }

    private static Stream<String> ignoredIn(Class<?> type, List<ProtectedMethods> known) {
        Set<Method> annotated = AnnotatedBeans.methodsOf(type);
        if (annotated.isEmpty()) {
            boolean isOfUse = !MethodIntrospector.selectMethods(type, (Method method) -> isKnown(type, method, known))
                    .isEmpty();
            return isOfUse ? Stream.of() : Stream.of("  class " + type.getName());
        }
        return annotated.stream()
                .filter(method -> !isKnown(type, method, known))
                .map(method -> "  %s#%s".formatted(type.getName(), method.getName()));
    }

    private static boolean isKnown(Class<?> type, Method method, List<ProtectedMethods> known) {
        return known.stream().anyMatch(methods -> methods.has(type, method));
    }

    /** An HTTP client that is made of an interface may be made of the one that a controller implements elsewhere. */
    private static boolean isClientOfOthers(Class<?> type) {
        return type.isInterface() || (Proxy.isProxyClass(type) && !SpringProxy.class.isAssignableFrom(type));
    }
}
