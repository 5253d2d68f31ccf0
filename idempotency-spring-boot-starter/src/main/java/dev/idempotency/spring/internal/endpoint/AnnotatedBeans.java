package dev.idempotency.spring.internal.endpoint;

import dev.idempotency.spring.Idempotent;
import java.lang.reflect.Method;
import java.util.Set;
import java.util.stream.Stream;
import org.springframework.beans.factory.BeanFactoryUtils;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.core.MethodIntrospector;
import org.springframework.core.annotation.AnnotatedElementUtils;
import org.springframework.core.annotation.AnnotationUtils;
import org.springframework.util.ClassUtils;

/** Finds the beans that carry {@link Idempotent} by their types, without making any bean. */
public final class AnnotatedBeans {

    private AnnotatedBeans() {}

    /** Their types. A bean whose type is not known before it is made is not among them. */
    public static Stream<Class<?>> typesIn(ListableBeanFactory beans) {
        return Stream.of(BeanFactoryUtils.beanNamesForTypeIncludingAncestors(beans, Object.class, true, false))
                .flatMap(name -> typeOf(beans, name))
                .filter(AnnotatedBeans::isAnnotated);
    }

    /** Those methods that carry the annotation themselves, or override or implement one that does. */
    public static Set<Method> methodsOf(Class<?> type) {
        return MethodIntrospector.selectMethods(type, AnnotatedBeans::isAnnotatedMethod);
    }

    private static Stream<Class<?>> typeOf(ListableBeanFactory beans, String name) {
        Class<?> type = beans.getType(name, false);
        return type == null ? Stream.of() : Stream.of(ClassUtils.getUserClass(type));
    }

    /** On the type or on one of its methods, or on what they override or implement. */
    private static boolean isAnnotated(Class<?> type) {
        if (!AnnotationUtils.isCandidateClass(type, Idempotent.class)
                || type.getName().startsWith("org.springframework.")) {
            return false;
        }
        try {
            return AnnotatedElementUtils.hasAnnotation(type, Idempotent.class)
                    || !methodsOf(type).isEmpty();
        } catch (IllegalStateException | LinkageError unreadable) {
            // Something that the type names is not on the class path: then nobody can call it either.
            return false;
        }
    }

    private static boolean isAnnotatedMethod(Method method) {
        return AnnotatedElementUtils.hasAnnotation(method, Idempotent.class);
    }
}
