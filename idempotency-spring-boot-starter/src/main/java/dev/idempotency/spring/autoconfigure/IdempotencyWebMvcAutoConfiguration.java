package dev.idempotency.spring.autoconfigure;

import dev.idempotency.core.atrest.StoredKeyMapper;
import dev.idempotency.core.fingerprint.Fingerprinter;
import dev.idempotency.core.limit.KeyQuota;
import dev.idempotency.core.template.ValueCodec;
import dev.idempotency.spring.endpoint.Endpoints;
import dev.idempotency.spring.endpoint.MvcEndpoints;
import dev.idempotency.spring.internal.phase.EndpointPhases;
import dev.idempotency.spring.internal.phase.PhaseSettings;
import dev.idempotency.spring.internal.transaction.DeclaredTransactions;
import dev.idempotency.spring.internal.transaction.EndpointTransactions;
import dev.idempotency.spring.internal.web.CallerInterceptor;
import dev.idempotency.spring.internal.web.CommitFailures;
import dev.idempotency.spring.internal.web.ErrorAnswerFilter;
import dev.idempotency.spring.internal.web.FilterSettings;
import dev.idempotency.spring.internal.web.IdempotencyFilter;
import dev.idempotency.spring.internal.web.Listeners;
import dev.idempotency.spring.internal.web.ReplyWriter;
import dev.idempotency.spring.internal.web.RequestGuards;
import dev.idempotency.spring.internal.web.RollbackRules;
import dev.idempotency.spring.internal.web.ThrownByHandlers;
import dev.idempotency.spring.outcome.OutcomePolicy;
import dev.idempotency.spring.problem.ProblemRenderer;
import dev.idempotency.spring.scope.EntityResolver;
import dev.idempotency.spring.scope.ScopeResolver;
import dev.idempotency.spring.web.IdempotencyListener;
import dev.idempotency.spring.web.ReplayAuthorizer;
import jakarta.servlet.MultipartConfigElement;
import java.util.EnumSet;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.boot.LazyInitializationExcludeFilter;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.context.ApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;
import org.springframework.core.Ordered;
import org.springframework.core.env.Environment;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.web.servlet.DispatcherServlet;
import org.springframework.web.servlet.HandlerExceptionResolver;
import org.springframework.web.servlet.config.annotation.InterceptorRegistry;
import org.springframework.web.servlet.config.annotation.WebMvcConfigurer;

/** The filter, and what it asks. */
@AutoConfiguration(
        after = {
            IdempotencyAutoConfiguration.class,
            IdempotencyHandlersAutoConfiguration.class,
            IdempotencyEngineAutoConfiguration.class,
            IdempotencyTemplateAutoConfiguration.class,
            IdempotencyLimitsAutoConfiguration.class
        },
        afterName = {
            "org.springframework.boot.webmvc.autoconfigure.WebMvcAutoConfiguration",
            "org.springframework.boot.autoconfigure.web.servlet.WebMvcAutoConfiguration",
            "org.springframework.boot.security.autoconfigure.web.servlet.SecurityFilterAutoConfiguration",
            "org.springframework.boot.autoconfigure.security.servlet.SecurityFilterAutoConfiguration"
        })
@ConditionalOnClass(DispatcherServlet.class)
@ConditionalOnWebApplication(type = ConditionalOnWebApplication.Type.SERVLET)
@ConditionalOnBooleanProperty(name = "idempotency.enabled", matchIfMissing = true)
@EnableConfigurationProperties(StepProperties.class)
@Import({ScopeConfiguration.class, MethodSecurityConfiguration.class, OneThreadAdapters.class})
public final class IdempotencyWebMvcAutoConfiguration {

    @Bean
    @ConditionalOnMissingBean
    HandlerPhases idempotencyHandlerPhases(
            ListableBeanFactory beans,
            ObjectProvider<DeclaredTransactions> declared,
            ObjectProvider<EndpointTransactions> transactions,
            ObjectProvider<ValueCodec> codec,
            StepProperties steps) {
        EndpointTransactions configured = transactions.getIfAvailable();
        return new HandlerPhases(
                beans,
                declared.getIfAvailable(() -> new DeclaredTransactions(null)),
                configured == null ? TransactionDefinition.withDefaults() : configured.configured(),
                new PhaseSettings(
                        codec.getIfAvailable(() -> ValueCodecs.fitting(beans)),
                        Math.toIntExact(steps.maxPayload().toBytes())));
    }

    @Bean
    @ConditionalOnMissingBean
    Endpoints idempotencyEndpoints(
            ApplicationContext context,
            IdempotencyProperties properties,
            OutcomePolicy outcomes,
            @Qualifier("idempotencyFingerprinter") Fingerprinter fingerprinter,
            ModeEngines engines,
            EndpointPhases phases,
            ObjectProvider<IdempotencyListener> listeners) {
        return new MvcEndpoints(
                context, properties.methods(), properties.endpoints(fingerprinter, outcomes), endpoint -> {
                    engines.of(endpoint);
                    phases.check(endpoint);
                    new Listeners(listeners.orderedStream().toList()).onEndpoint(endpoint);
                });
    }

    /** Handlers are looked at, and mistakes found, when the application starts. */
    @Bean
    static LazyInitializationExcludeFilter idempotencyEndpointsAreNotLazy() {
        return LazyInitializationExcludeFilter.forBeanTypes(Endpoints.class);
    }

    @Bean
    @ConditionalOnMissingBean
    FilterSettings idempotencyFilterSettings(
            IdempotencyProperties properties, ObjectProvider<MultipartConfigElement> uploads) {
        return FilterSettingsFactory.properties(properties, uploads.getIfUnique());
    }

    @Bean
    WebMvcConfigurer idempotencyCallers() {
        return new WebMvcConfigurer() {
            /** In front, as another may answer, and behind, as another may authenticate. */
            @Override
            public void addInterceptors(InterceptorRegistry registry) {
                registry.addInterceptor(new CallerInterceptor()).order(Ordered.HIGHEST_PRECEDENCE);
                registry.addInterceptor(new CallerInterceptor()).order(Ordered.LOWEST_PRECEDENCE);
            }
        };
    }

    @Bean
    ThrownByHandlers idempotencyThrownByHandlers(ObjectProvider<RollbackRules> rules) {
        return new ThrownByHandlers(rules.getIfUnique(() -> RollbackRules.NONE));
    }

    @Bean
    @ConditionalOnMissingBean
    CommitFailures idempotencyCommitFailures(
            @Qualifier("handlerExceptionResolver") ObjectProvider<HandlerExceptionResolver> resolvers) {
        return (failure, request, response) -> {
            HandlerExceptionResolver resolver = resolvers.getIfAvailable();
            return resolver != null && CommitFailures.by(resolver).answer(failure, request, response);
        };
    }

    @Bean
    @ConditionalOnMissingBean
    RequestGuards idempotencyRequestGuards(
            IdempotencyProperties properties,
            ScopeResolver scopes,
            ObjectProvider<StoredKeyMapper> naming,
            ObjectProvider<KeyQuota> quota,
            ObjectProvider<ReplayAuthorizer> authorizers,
            BeanFactory beans) {
        return new RequestGuards(
                properties.key().parser(),
                scopes,
                naming.getIfAvailable(() -> StoredKeyMapper.PLAIN),
                quota.getIfAvailable(() -> KeyQuota.NONE),
                authorizers.orderedStream().toList(),
                name -> beans.getBean(name, EntityResolver.class));
    }

    @Bean
    @ConditionalOnMissingBean(name = "idempotencyFilter")
    FilterRegistrationBean<IdempotencyFilter> idempotencyFilter(
            IdempotencyProperties properties,
            Environment environment,
            FilterSettings settings,
            Endpoints endpoints,
            ModeEngines engines,
            EndpointPhases phases,
            RequestGuards guards,
            ProblemRenderer problems,
            CommitFailures commitFailures,
            ObjectProvider<IdempotencyListener> listeners) {
        FilterRegistrationBean<IdempotencyFilter> registration = new FilterRegistrationBean<>(new IdempotencyFilter(
                endpoints,
                engines,
                phases,
                guards,
                new ReplyWriter(problems, commitFailures, settings.exposeHeaders()),
                new Listeners(listeners.orderedStream().toList()),
                settings));
        registration.setDispatcherTypes(EnumSet.copyOf(IdempotencyFilter.dispatcherTypes()));
        registration.setOrder(FilterOrder.of(properties, environment));
        registration.setAsyncSupported(true);
        return registration;
    }

    @Bean
    FilterOrder idempotencyFilterOrder(ListableBeanFactory beans) {
        return new FilterOrder(beans);
    }

    /** Nobody asks for it: it looks by itself. */
    @Bean
    static LazyInitializationExcludeFilter idempotencyFilterOrderIsNotLazy() {
        return LazyInitializationExcludeFilter.forBeanTypes(FilterOrder.class);
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
