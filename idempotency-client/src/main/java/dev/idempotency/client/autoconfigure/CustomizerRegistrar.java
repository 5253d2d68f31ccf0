package dev.idempotency.client.autoconfigure;

import java.lang.reflect.Proxy;
import java.util.function.BiConsumer;
import org.springframework.beans.factory.config.RuntimeBeanReference;
import org.springframework.beans.factory.support.BeanDefinitionRegistry;
import org.springframework.beans.factory.support.RootBeanDefinition;
import org.springframework.context.annotation.ImportBeanDefinitionRegistrar;
import org.springframework.core.Ordered;
import org.springframework.core.type.AnnotationMetadata;
import org.springframework.util.ClassUtils;

/**
 * Registers a customizer of Spring Boot by the name of its type, which is another one in Spring Boot 3 than in 4; of those that
 * are not there, none. They come after all others, so that their interceptor is the innermost.
 */
abstract class CustomizerRegistrar implements ImportBeanDefinitionRegistrar {

    private final String added;
    private final String[] customizers;

    /**
     * @param added the name of the bean that is added to what is customized
     * @param customizers the names of the types of customizers
     */
    CustomizerRegistrar(String added, String... customizers) {
        this.added = added;
        this.customizers = customizers;
    }

    @Override
    public void registerBeanDefinitions(AnnotationMetadata importing, BeanDefinitionRegistry registry) {
        ClassLoader loader = CustomizerRegistrar.class.getClassLoader();
        for (String name : customizers) {
            if (ClassUtils.isPresent(name, loader)) {
                register(ClassUtils.resolveClassName(name, loader), registry);
            }
        }
    }

    private void register(Class<?> type, BeanDefinitionRegistry registry) {
        RootBeanDefinition definition = new RootBeanDefinition(getClass());
        definition.setTargetType(type);
        definition.setFactoryMethodName("customizer");
        definition.getConstructorArgumentValues().addIndexedArgumentValue(0, type);
        definition.getConstructorArgumentValues().addIndexedArgumentValue(1, new RuntimeBeanReference(added));
        registry.registerBeanDefinition("idempotent" + type.getSimpleName(), definition);
    }

    /** A customizer of the type, all of which have one method with one parameter, that does this to what it is given. */
    static Object proxy(Class<?> type, BiConsumer<Object, Object> customize, Object toAdd) {
        return Proxy.newProxyInstance(
                type.getClassLoader(), new Class<?>[] {type, Ordered.class}, (proxy, method, arguments) -> {
                    switch (method.getName()) {
                        case "customize" -> customize.accept(arguments[0], toAdd);
                        case "getOrder" -> {
                            return Ordered.LOWEST_PRECEDENCE;
                        }
                        case "equals" -> {
                            return proxy == arguments[0];
                        }
                        case "hashCode" -> {
                            return System.identityHashCode(proxy);
                        }
                        default -> {
                            return type.getSimpleName() + " for idempotency keys";
                        }
                    }
                    return null;
                });
    }
}
