package dev.idempotency.spring.autoconfigure;

import dev.idempotency.spring.internal.phase.PhaseTransaction;
import dev.idempotency.spring.internal.phase.PhasesArgumentResolver;
import dev.idempotency.spring.internal.problem.ProblemJson;
import dev.idempotency.spring.internal.web.DeclaredOutcomeResolver;
import dev.idempotency.spring.problem.ProblemRenderer;
import dev.idempotency.spring.web.ContextArgumentResolver;
import java.util.List;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.ApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.web.method.support.HandlerMethodArgumentResolver;
import org.springframework.web.servlet.DispatcherServlet;
import org.springframework.web.servlet.HandlerExceptionResolver;
import org.springframework.web.servlet.config.annotation.WebMvcConfigurer;

/**
 * The types that handlers use, available also if requests are not protected: in the slices of {@code @WebMvcTest}, and
 * if idempotency is switched off.
 */
@AutoConfiguration
@ConditionalOnClass(DispatcherServlet.class)
@ConditionalOnWebApplication(type = ConditionalOnWebApplication.Type.SERVLET)
public final class IdempotencyHandlersAutoConfiguration {

    @Bean
    WebMvcConfigurer idempotencyArguments(ObjectProvider<HandlerPhases> phases) {
        return new WebMvcConfigurer() {
            @Override
            public void addArgumentResolvers(List<HandlerMethodArgumentResolver> resolvers) {
                resolvers.add(new ContextArgumentResolver());
                resolvers.add(new PhasesArgumentResolver(() -> {
                    HandlerPhases supported = phases.getIfAvailable();
                    return supported == null ? PhaseTransaction.NONE : supported.unrecorded();
                }));
            }
        };
    }

    /** How refusals look to clients. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnBooleanProperty(name = "idempotency.enabled", matchIfMissing = true)
    @EnableConfigurationProperties(IdempotencyProperties.class)
    static class Problems {

        @Bean
        @ConditionalOnMissingBean
        ProblemRenderer idempotencyProblemRenderer(IdempotencyProperties properties, ApplicationContext messages) {
            return new ProblemJson(
                    ProblemStatuses.of(properties.flavor(), properties.status()),
                    messages,
                    properties.documentationUrl());
        }

        @Bean
        WebMvcConfigurer idempotencyOutcomes(ProblemRenderer problems) {
            return new WebMvcConfigurer() {
                /** Behind all others: the application's own exception handlers come first. */
                @Override
                public void extendHandlerExceptionResolvers(List<HandlerExceptionResolver> resolvers) {
                    resolvers.add(new DeclaredOutcomeResolver(problems));
                }
            };
        }
    }
}
