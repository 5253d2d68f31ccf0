package dev.idempotency.spring.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;

import dev.idempotency.core.fingerprint.Fingerprinter;
import dev.idempotency.core.memory.InMemoryStore;
import dev.idempotency.core.store.IdempotencyStore;
import dev.idempotency.jdbc.JdbcIdempotencyStore;
import dev.idempotency.spring.endpoint.Endpoints;
import dev.idempotency.spring.internal.web.ErrorAnswerFilter;
import dev.idempotency.spring.internal.web.FilterSettings;
import dev.idempotency.spring.internal.web.IdempotencyFilter;
import dev.idempotency.spring.internal.web.MethodSecurityRules;
import dev.idempotency.spring.internal.web.response.ReplayHeaders;
import dev.idempotency.spring.outcome.OutcomePolicy;
import dev.idempotency.spring.problem.ProblemRenderer;
import dev.idempotency.spring.scope.ScopeResolver;
import jakarta.servlet.DispatcherType;
import java.lang.reflect.Proxy;
import java.time.Clock;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;
import org.springframework.boot.LazyInitializationBeanFactoryPostProcessor;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.context.runner.ReactiveWebApplicationContextRunner;
import org.springframework.boot.test.context.runner.WebApplicationContextRunner;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.boot.webmvc.autoconfigure.WebMvcAutoConfiguration;
import org.springframework.web.servlet.DispatcherServlet;

class AutoConfigurationTest {

    private static final AutoConfigurations ALL = AutoConfigurations.of(
            IdempotencyAutoConfiguration.class,
            IdempotencyGuardAutoConfiguration.class,
            IdempotencyEngineAutoConfiguration.class,
            IdempotencyJdbcAutoConfiguration.class,
            IdempotencyHandlersAutoConfiguration.class,
            IdempotencyWebMvcAutoConfiguration.class,
            WebMvcAutoConfiguration.class);

    private final WebApplicationContextRunner memory =
            new WebApplicationContextRunner().withConfiguration(ALL).withPropertyValues("idempotency.store=memory");

    @Test
    void a_web_application_gets_the_filter_between_security_and_the_dispatcher() {
        memory.run(context -> {
            FilterRegistrationBean<?> filter = context.getBean("idempotencyFilter", FilterRegistrationBean.class);

            assertThat(filter.getFilter()).isInstanceOf(IdempotencyFilter.class);
            assertThat(filter.getOrder()).isEqualTo(-50).isEqualTo(IdempotencyFilter.DEFAULT_ORDER);
            assertThat(filter.isAsyncSupported()).isTrue();
            assertThat(filter.determineDispatcherTypes())
                    .isEqualTo(EnumSet.of(DispatcherType.REQUEST, DispatcherType.ASYNC));
            assertThat(context).getBean("idempotencyErrorAnswerFilter").isInstanceOf(FilterRegistrationBean.class);
        });
    }

    @Test
    void the_order_of_the_filter_can_be_set() {
        memory.withPropertyValues("idempotency.filter.order=-7")
                .run(context -> assertThat(context.getBean("idempotencyFilter", FilterRegistrationBean.class)
                                .getOrder())
                        .isEqualTo(-7));
    }

    @Test
    void properties_reach_the_filter() {
        memory.withPropertyValues(
                        "idempotency.header-name=X-Key",
                        "idempotency.methods=put",
                        "idempotency.max-request-size=3B",
                        "idempotency.max-response-size=4B",
                        "idempotency.replay.headers=X-Trace",
                        "idempotency.expose-headers=false",
                        "idempotency.error-pages=false")
                .run(context -> {
                    FilterSettings settings = context.getBean(FilterSettings.class);

                    assertThat(settings.headerName()).isEqualTo("X-Key");
                    assertThat(settings.methods()).isEqualTo(Set.of("PUT"));
                    assertThat(settings.maxRequestSize()).isEqualTo(3);
                    assertThat(settings.maxResponseSize()).isEqualTo(4);
                    assertThat(settings.replayHeaders().names()).contains("X-Trace", "Location");
                    assertThat(settings.exposeHeaders()).isFalse();
                    assertThat(settings.errorPages()).isFalse();
                });
    }

    @Test
    void nothing_is_set_up_when_it_is_switched_off() {
        memory.withPropertyValues("idempotency.enabled=false")
                .run(context -> assertThat(context)
                        .hasNotFailed()
                        .doesNotHaveBean(IdempotencyStore.class)
                        .doesNotHaveBean(Endpoints.class)
                        .doesNotHaveBean(IdempotencyProperties.class)
                        .doesNotHaveBean("idempotencyFilter"));
    }

    @Test
    void a_reactive_application_is_left_alone() {
        new ReactiveWebApplicationContextRunner()
                .withConfiguration(ALL)
                .run(context -> assertThat(context)
                        .hasNotFailed()
                        .doesNotHaveBean(Endpoints.class)
                        .doesNotHaveBean("idempotencyFilter"));
    }

    @Test
    void an_application_without_a_web_is_left_alone() {
        new ApplicationContextRunner()
                .withConfiguration(ALL)
                .run(context -> assertThat(context)
                        .hasNotFailed()
                        .doesNotHaveBean(IdempotencyStore.class)
                        .doesNotHaveBean("idempotencyFilter"));
    }

    @Test
    void without_spring_security_no_rules_of_method_security_are_asked() {
        memory.run(context -> assertThat(context).hasSingleBean(MethodSecurityRules.class));
        memory.withClassLoader(new FilteredClassLoader("org.springframework.security"))
                .run(context -> assertThat(context).hasNotFailed().doesNotHaveBean(MethodSecurityRules.class));
    }

    @Test
    void an_application_without_spring_mvc_is_left_alone() {
        memory.withClassLoader(new FilteredClassLoader(DispatcherServlet.class))
                .run(context -> assertThat(context)
                        .hasNotFailed()
                        .doesNotHaveBean(Endpoints.class)
                        .doesNotHaveBean("idempotencyFilter"));
    }

    @Test
    void an_application_without_the_store_in_the_database_brings_its_own() {
        new WebApplicationContextRunner()
                .withConfiguration(ALL)
                .withClassLoader(new FilteredClassLoader(JdbcIdempotencyStore.class))
                .withBean("own", IdempotencyStore.class, AutoConfigurationTest::store)
                .run(context -> assertThat(context)
                        .hasNotFailed()
                        .getBeanNames(IdempotencyStore.class)
                        .containsExactlyInAnyOrder("own", "idempotencyGuardedStore"));
    }

    @Test
    void the_store_of_the_application_is_used_in_place_of_memory() {
        memory.withBean("own", IdempotencyStore.class, AutoConfigurationTest::store)
                .run(context -> assertThat(context)
                        .hasNotFailed()
                        .getBeanNames(IdempotencyStore.class)
                        .containsExactlyInAnyOrder("own", "idempotencyGuardedStore"));
    }

    record Replaceable<T>(Class<T> type, T bean, String backsOff) {

        WebApplicationContextRunner in(WebApplicationContextRunner runner) {
            return runner.withBean("own", type, () -> bean);
        }
    }

    static final List<Replaceable<?>> REPLACEABLE = List.of(
            new Replaceable<>(OutcomePolicy.class, proxy(OutcomePolicy.class), "idempotencyOutcomePolicy"),
            new Replaceable<>(ScopeResolver.class, request -> Optional.empty(), "idempotencyScopeResolver"),
            new Replaceable<>(ProblemRenderer.class, proxy(ProblemRenderer.class), "idempotencyProblemRenderer"),
            new Replaceable<>(Endpoints.class, request -> Optional.empty(), "idempotencyEndpoints"),
            new Replaceable<>(FilterSettings.class, filterSettings(), "idempotencyFilterSettings"));

    @ParameterizedTest
    @FieldSource("REPLACEABLE")
    void a_bean_of_the_application_replaces(Replaceable<?> replaceable) {
        replaceable
                .in(memory)
                .run(context -> assertThat(context)
                        .hasNotFailed()
                        .hasSingleBean(replaceable.type())
                        .doesNotHaveBean(replaceable.backsOff()));
    }

    @Test
    void a_fingerprinter_for_one_endpoint_does_not_become_the_default_of_all() {
        memory.withBean("special", Fingerprinter.class, () -> proxy(Fingerprinter.class))
                .run(context -> assertThat(context).hasNotFailed().hasBean("idempotencyFingerprinter"));
    }

    @Test
    void the_default_fingerprinter_is_replaced_by_its_name() {
        Fingerprinter own = proxy(Fingerprinter.class);

        memory.withBean("idempotencyFingerprinter", Fingerprinter.class, () -> own)
                .run(context -> assertThat(context)
                        .hasNotFailed()
                        .getBean("idempotencyFingerprinter")
                        .isSameAs(own));
    }

    @Test
    void the_filters_are_replaced_by_their_names() {
        memory.withBean(
                        "idempotencyFilter",
                        FilterRegistrationBean.class,
                        () -> new FilterRegistrationBean<>(new ErrorAnswerFilter()))
                .run(context -> assertThat(context).hasNotFailed());
    }

    @Test
    void endpoints_are_looked_for_at_start_up_even_in_a_lazy_application() {
        memory.withInitializer(context ->
                        context.addBeanFactoryPostProcessor(new LazyInitializationBeanFactoryPostProcessor()))
                .withUserConfiguration(FailureAnalysisTest.BadDuration.class)
                .run(context -> assertThat(context).getFailure().hasStackTraceContaining("ttl is not a duration"));
    }

    private static FilterSettings filterSettings() {
        return new FilterSettings(
                "Key",
                Set.of("POST"),
                false,
                1,
                1,
                1,
                1,
                ReplayHeaders.with(List.of()),
                true,
                true,
                Duration.ofSeconds(1));
    }

    private static InMemoryStore store() {
        return new InMemoryStore(Clock.systemUTC(), 10);
    }

    @SuppressWarnings("unchecked")
    static <T> T proxy(Class<T> type) {
        return (T) Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, (proxy, method, arguments) -> {
            return method.getName().equals("toString")
                    ? "own"
                    : method.getName().equals("hashCode") ? (Object) 1 : null;
        });
    }
}
