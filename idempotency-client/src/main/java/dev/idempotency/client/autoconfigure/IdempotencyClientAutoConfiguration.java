package dev.idempotency.client.autoconfigure;

import dev.idempotency.client.CallListener;
import dev.idempotency.client.CallSettings;
import dev.idempotency.client.IdempotentCall;
import dev.idempotency.client.IdempotentCalls;
import dev.idempotency.client.feign.IdempotentCapability;
import dev.idempotency.client.internal.metrics.CallMeters;
import dev.idempotency.client.reactive.IdempotentExchangeFilter;
import dev.idempotency.client.spring.IdempotentCallInterceptor;
import dev.idempotency.client.spring.IdempotentCallProcessor;
import io.micrometer.core.instrument.MeterRegistry;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.web.client.support.RestClientHttpServiceGroupConfigurer;
import org.springframework.web.reactive.function.client.support.WebClientHttpServiceGroupConfigurer;

/**
 * Gives keys and retries to every {@code RestClient}, {@code RestTemplate} and {@code WebClient} that is made from the builders
 * of Spring Boot, to groups of HTTP interfaces, and to the clients of Spring Cloud OpenFeign, for the hosts that are named. Without a named host nothing changes.
 */
@AutoConfiguration(
        afterName = {
            "org.springframework.boot.micrometer.metrics.autoconfigure.CompositeMeterRegistryAutoConfiguration",
            "org.springframework.boot.actuate.autoconfigure.metrics.CompositeMeterRegistryAutoConfiguration"
        })
@ConditionalOnProperty(name = "idempotency.client.enabled", matchIfMissing = true)
@EnableConfigurationProperties(ClientProperties.class)
public final class IdempotencyClientAutoConfiguration {

    @Bean
    @ConditionalOnMissingBean
    CallSettings idempotentCallSettings(ClientProperties properties) {
        return properties.settings();
    }

    @Bean
    @ConditionalOnMissingBean
    IdempotentCalls idempotentCalls(CallSettings settings, ObjectProvider<CallListener> listener) {
        return new IdempotentCalls(settings, listener.getIfUnique(() -> CallListener.NONE));
    }

    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(MeterRegistry.class)
    @ConditionalOnBean(MeterRegistry.class)
    static class Metrics {

        @Bean
        @ConditionalOnMissingBean(CallListener.class)
        CallMeters idempotentCallMeters(MeterRegistry registry, CallSettings settings) {
            return new CallMeters(registry, settings);
        }
    }

    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(name = "org.springframework.web.client.RestClient")
    @Import(RestClientCustomizers.class)
    static class Blocking {

        @Bean
        @ConditionalOnMissingBean
        IdempotentCallInterceptor idempotentCallInterceptor(IdempotentCalls calls) {
            return new IdempotentCallInterceptor(calls);
        }
    }

    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(name = "org.springframework.web.reactive.function.client.WebClient")
    @Import(WebClientCustomizers.class)
    static class Reactive {

        @Bean
        @ConditionalOnMissingBean
        IdempotentExchangeFilter idempotentExchangeFilter(IdempotentCalls calls) {
            return new IdempotentExchangeFilter(calls);
        }
    }

    /** Spring Framework 7 makes groups of HTTP interfaces; here they learn to read {@link IdempotentCall}. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(name = "org.springframework.web.client.support.RestClientHttpServiceGroupConfigurer")
    static class HttpInterfaces {

        @Bean
        RestClientHttpServiceGroupConfigurer idempotentCallsOfHttpInterfaces() {
            return groups -> groups.forEachProxyFactory(
                    (group, factory) -> factory.httpRequestValuesProcessor(new IdempotentCallProcessor()));
        }
    }

    /** The same for those of {@code WebClient}. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(
            name = "org.springframework.web.reactive.function.client.support.WebClientHttpServiceGroupConfigurer")
    static class ReactiveHttpInterfaces {

        @Bean
        WebClientHttpServiceGroupConfigurer idempotentCallsOfReactiveHttpInterfaces() {
            return groups -> groups.forEachProxyFactory(
                    (group, factory) -> factory.httpRequestValuesProcessor(new IdempotentCallProcessor()));
        }
    }

    /** Spring Cloud OpenFeign gives beans of this kind to all its clients. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(name = "feign.Capability")
    static class OpenFeign {

        @Bean
        @ConditionalOnMissingBean
        IdempotentCapability idempotentCapability(IdempotentCalls calls) {
            return new IdempotentCapability(calls);
        }
    }
}
