package dev.idempotency.spring.autoconfigure;

import dev.idempotency.core.fingerprint.Fingerprinter;
import dev.idempotency.core.outcome.OutcomePolicy;
import dev.idempotency.core.store.IdempotencyStore;
import dev.idempotency.spring.endpoint.EndpointSettings;
import dev.idempotency.spring.endpoint.Endpoints;
import dev.idempotency.spring.endpoint.MvcEndpoints;
import dev.idempotency.spring.problem.ProblemJson;
import dev.idempotency.spring.problem.ProblemRenderer;
import dev.idempotency.spring.scope.RouteScopeResolver;
import dev.idempotency.spring.scope.ScopeResolver;
import dev.idempotency.spring.web.ErrorAnswerFilter;
import dev.idempotency.spring.web.FilterSettings;
import dev.idempotency.spring.web.IdempotencyFilter;
import dev.idempotency.spring.web.IdempotencyListener;
import java.util.EnumSet;
import java.util.List;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.boot.LazyInitializationExcludeFilter;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.context.ApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;
import org.springframework.web.servlet.DispatcherServlet;

/** The filter, and what it asks. */
@AutoConfiguration(
        after = {IdempotencyAutoConfiguration.class, IdempotencyJdbcAutoConfiguration.class},
        afterName = {
            "org.springframework.boot.webmvc.autoconfigure.WebMvcAutoConfiguration",
            "org.springframework.boot.autoconfigure.web.servlet.WebMvcAutoConfiguration",
            "org.springframework.boot.security.autoconfigure.web.servlet.SecurityFilterAutoConfiguration",
            "org.springframework.boot.autoconfigure.security.servlet.SecurityFilterAutoConfiguration"
        })
@ConditionalOnClass(DispatcherServlet.class)
@ConditionalOnWebApplication(type = ConditionalOnWebApplication.Type.SERVLET)
@ConditionalOnBooleanProperty(name = "idempotency.enabled", matchIfMissing = true)
@Import(ScopeConfiguration.class)
public final class IdempotencyWebMvcAutoConfiguration {

    @Bean
    @ConditionalOnMissingBean
    ModeSupport idempotencyModeSupport(ObjectProvider<IdempotencyStore> stores) {
        return ModeSupport.of(stores);
    }

    @Bean
    @ConditionalOnMissingBean
    Endpoints idempotencyEndpoints(
            ApplicationContext context,
            IdempotencyProperties properties,
            OutcomePolicy outcomes,
            @Qualifier("idempotencyFingerprinter") Fingerprinter fingerprinter,
            ModeSupport modes) {
        EndpointSettings defaults = new EndpointSettings()
                .mode(properties.mode())
                .ttl(properties.ttl())
                .lease(properties.lease())
                .required(properties.required())
                .onConcurrent(properties.onConcurrent())
                .waitAtMost(properties.waitAtMost())
                .onStoreFailure(properties.onStoreFailure())
                .onLeaseExpiry(properties.onLeaseExpiry())
                .fingerprinter(fingerprinter)
                .outcomes(outcomes);
        return new MvcEndpoints(context, properties.methods(), defaults, modes::check);
    }

    /** Handlers are looked at, and mistakes found, when the application starts. */
    @Bean
    static LazyInitializationExcludeFilter idempotencyEndpointsAreNotLazy() {
        return LazyInitializationExcludeFilter.forBeanTypes(Endpoints.class);
    }

    @Bean
    @ConditionalOnMissingBean
    ProblemRenderer idempotencyProblemRenderer(IdempotencyProperties properties, ApplicationContext messages) {
        return new ProblemJson(properties.status().over(properties.flavor()), messages, properties.documentationUrl());
    }

    @Bean
    @ConditionalOnMissingBean
    FilterSettings idempotencyFilterSettings(IdempotencyProperties properties) {
        return FilterSettingsOf.properties(properties);
    }

    @Bean
    @ConditionalOnMissingBean(name = "idempotencyFilter")
    FilterRegistrationBean<IdempotencyFilter> idempotencyFilter(
            IdempotencyProperties properties,
            FilterSettings settings,
            Endpoints endpoints,
            ScopeResolver scopes,
            ModeSupport modes,
            ProblemRenderer problems,
            ObjectProvider<IdempotencyListener> listeners) {
        List<IdempotencyListener> all = listeners.orderedStream().toList();
        FilterRegistrationBean<IdempotencyFilter> registration = new FilterRegistrationBean<>(new IdempotencyFilter(
                endpoints,
                properties.key().parser(),
                properties.scope().perRoute() ? new RouteScopeResolver(scopes, endpoints) : scopes,
                modes::reservationsOf,
                problems,
                (endpoint, outcome) -> all.forEach(listener -> listener.onRequest(endpoint, outcome)),
                settings));
        registration.setDispatcherTypes(EnumSet.copyOf(IdempotencyFilter.dispatcherTypes()));
        registration.setOrder(properties.filter().order());
        registration.setAsyncSupported(true);
        return registration;
    }

    @Bean
    @ConditionalOnMissingBean(name = "idempotencyErrorAnswerFilter")
    FilterRegistrationBean<ErrorAnswerFilter> idempotencyErrorAnswerFilter() {
        FilterRegistrationBean<ErrorAnswerFilter> registration = new FilterRegistrationBean<>(new ErrorAnswerFilter());
        registration.setDispatcherTypes(EnumSet.copyOf(ErrorAnswerFilter.dispatcherTypes()));
        registration.setOrder(ErrorAnswerFilter.ORDER);
        registration.setAsyncSupported(true);
        return registration;
    }
}
