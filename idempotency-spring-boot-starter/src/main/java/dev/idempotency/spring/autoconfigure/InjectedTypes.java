package dev.idempotency.spring.autoconfigure;

import java.lang.reflect.Constructor;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.springframework.beans.factory.BeanFactoryUtils;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.context.annotation.Bean;
import org.springframework.core.ResolvableType;
import org.springframework.core.annotation.AnnotatedElementUtils;
import org.springframework.util.ClassUtils;

/** Finds who is given a bean of certain types, by the types of beans alone: none is made. */
record InjectedTypes(Set<Class<?>> wanted) {

    /** Those whose constructors, fields or methods take one, directly or by a provider; also configurations whose beans do. */
    Stream<Class<?>> takersIn(ListableBeanFactory beans) {
        return Stream.of(BeanFactoryUtils.beanNamesForTypeIncludingAncestors(beans, Object.class, true, false))
                .flatMap(name -> Stream.ofNullable(beans.getType(name, false)))
                .<Class<?>>map(ClassUtils::getUserClass)
                .filter(type -> !isOfFramework(type))
                .distinct()
                .filter(this::takes);
    }

    private static boolean isOfFramework(Class<?> type) {
        return type.getName().startsWith("org.springframework.");
    }

    private boolean takes(Class<?> type) {
        try {
            return Stream.<Class<?>>iterate(type, above -> above != null && above != Object.class, Class::getSuperclass)
                    .anyMatch(this::declares);
        } catch (LinkageError unreadable) {
            // Something that the type names is not on the class path: then it cannot be made either.
            return false;
        }
    }

    private boolean declares(Class<?> type) {
        return Stream.of(
                        Arrays.stream(type.getDeclaredFields()).map(ResolvableType::forField),
                        Arrays.stream(type.getDeclaredConstructors()).flatMap(InjectedTypes::parameters),
                        Arrays.stream(type.getDeclaredMethods())
                                .filter(InjectedTypes::isInjected)
                                .flatMap(InjectedTypes::parameters))
                .flatMap(types -> types)
                .anyMatch(this::names);
    }

    private static Stream<ResolvableType> parameters(Constructor<?> constructor) {
        return IntStream.range(0, constructor.getParameterCount())
                .mapToObj(index -> ResolvableType.forConstructorParameter(constructor, index));
    }

    private static Stream<ResolvableType> parameters(Method method) {
        return IntStream.range(0, method.getParameterCount())
                .mapToObj(index -> ResolvableType.forMethodParameter(method, index));
    }

    private static boolean isInjected(Method method) {
        return AnnotatedElementUtils.hasAnnotation(method, Bean.class)
                || AnnotatedElementUtils.hasAnnotation(method, Autowired.class);
    }

    private boolean names(ResolvableType type) {
        return wanted.contains(type.resolve(Object.class))
                || Arrays.stream(type.getGenerics()).anyMatch(this::names);
    }
}
