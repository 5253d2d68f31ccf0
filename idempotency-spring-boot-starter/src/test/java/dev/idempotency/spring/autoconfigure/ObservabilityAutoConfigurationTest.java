package dev.idempotency.spring.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.idempotency.core.store.IdempotencyStore;
import dev.idempotency.core.store.StoreException;
import dev.idempotency.core.store.StoreInterceptor;
import dev.idempotency.core.store.StoreOperation;
import dev.idempotency.spring.Idempotent;
import dev.idempotency.spring.internal.health.IdempotencyHealthIndicator;
import dev.idempotency.spring.internal.metrics.BacklogMeters;
import dev.idempotency.spring.internal.metrics.RecordMeters;
import dev.idempotency.spring.internal.metrics.ReservationMeters;
import dev.idempotency.spring.internal.metrics.StoreMeters;
import dev.idempotency.spring.internal.observation.RequestObservations;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.micrometer.observation.ObservationRegistry;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.time.Duration;
import java.util.List;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.boot.micrometer.metrics.autoconfigure.CompositeMeterRegistryAutoConfiguration;
import org.springframework.boot.micrometer.metrics.autoconfigure.MetricsAutoConfiguration;
import org.springframework.boot.micrometer.observation.autoconfigure.ObservationAutoConfiguration;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.context.runner.WebApplicationContextRunner;
import org.springframework.boot.webmvc.autoconfigure.WebMvcAutoConfiguration;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RestController;

/** Metrics, observations and health are there where the application has what they need, and nowhere else. */
class ObservabilityAutoConfigurationTest {

    private static final AutoConfigurations OURS = AutoConfigurations.of(
            IdempotencyAutoConfiguration.class,
            IdempotencyGuardAutoConfiguration.class,
            IdempotencyEngineAutoConfiguration.class,
            IdempotencyUpkeepAutoConfiguration.class,
            IdempotencyHandlersAutoConfiguration.class,
            IdempotencyWebMvcAutoConfiguration.class,
            IdempotencyMetricsAutoConfiguration.class,
            IdempotencyObservationAutoConfiguration.class,
            IdempotencyHealthAutoConfiguration.class);
    private static final AutoConfigurations THEIRS = AutoConfigurations.of(
            MetricsAutoConfiguration.class,
            CompositeMeterRegistryAutoConfiguration.class,
            ObservationAutoConfiguration.class,
            WebMvcAutoConfiguration.class);

    private final WebApplicationContextRunner bare =
            new WebApplicationContextRunner().withConfiguration(OURS).withPropertyValues("idempotency.store=memory");
    private final WebApplicationContextRunner full =
            bare.withConfiguration(THEIRS).withBean(SimpleMeterRegistry.class, SimpleMeterRegistry::new);

    @Test
    void an_application_with_registries_has_everything() {
        full.run(context -> assertThat(context)
                .hasSingleBean(StoreMeters.class)
                .hasSingleBean(RecordMeters.class)
                .hasSingleBean(ReservationMeters.class)
                .hasSingleBean(BacklogMeters.class)
                .hasSingleBean(RequestObservations.class)
                .hasSingleBean(IdempotencyHealthIndicator.class));
    }

    @Test
    void the_counters_of_all_endpoints_are_there_before_the_first_request() {
        full.withUserConfiguration(Orders.class)
                .run(context -> assertThat(context.getBean(MeterRegistry.class)
                                .get("idempotency.reserve.key_misuse")
                                .tags("method", "POST", "uri", "/orders")
                                .counter()
                                .count())
                        .isZero());
    }

    /** Of the sample's 315 series 153 were ours once. */
    @Test
    void an_application_with_one_endpoint_has_few_series_of_ours() {
        PrometheusMeterRegistry prometheus = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
        bare.withConfiguration(THEIRS)
                .withBean(PrometheusMeterRegistry.class, () -> prometheus)
                .withUserConfiguration(Orders.class)
                .run(context -> assertThat(series(prometheus)).hasSize(26));
    }

    private static List<String> series(PrometheusMeterRegistry registry) {
        return registry.scrape()
                .lines()
                .filter(line -> line.startsWith("idempotency_"))
                .toList();
    }

    @Test
    void gauges_are_counted_in_the_background() {
        full.withPropertyValues("idempotency.metrics.count-every=5ms", "idempotency.metrics.store-timers=all")
                .run(context -> await().untilAsserted(() -> assertThat(context.getBean(MeterRegistry.class)
                                .get("idempotency.store")
                                .tags("operation", "count_unknown", "outcome", "ok")
                                .timer()
                                .count())
                        .isGreaterThan(1)));
    }

    @Test
    void a_node_without_background_work_has_no_gauges_that_stand_still() {
        full.withPropertyValues("idempotency.upkeep.enabled=false")
                .run(context -> assertThat(context).hasNotFailed().doesNotHaveBean(BacklogMeters.class));
    }

    @Test
    void calls_are_timed_next_to_the_store_and_what_an_interceptor_refuses_is_no_call() {
        full.withPropertyValues("idempotency.upkeep.enabled=false", "idempotency.metrics.store-timers=all")
                .withBean(Refusing.class, Refusing::new)
                .run(context -> {
                    IdempotencyStore store = context.getBean(IdempotencyStore.class);

                    assertThatThrownBy(() -> store.sweep(Duration.ofHours(1), 1))
                            .hasMessage("refused");

                    assertThat(context.getBean(MeterRegistry.class)
                                    .find("idempotency.store")
                                    .tag("operation", "sweep")
                                    .timer())
                            .isNull();
                });
    }

    @Test
    void without_a_registry_nothing_is_measured() {
        bare.run(context -> assertThat(context)
                .hasNotFailed()
                .doesNotHaveBean(StoreMeters.class)
                .doesNotHaveBean(RequestObservations.class));
    }

    @Test
    void without_micrometer_the_application_starts_all_the_same() {
        bare.withClassLoader(new FilteredClassLoader("io.micrometer"))
                .run(context -> assertThat(context)
                        .hasNotFailed()
                        .hasBean("idempotencyGuardedStore")
                        .doesNotHaveBean(StoreMeters.class)
                        .doesNotHaveBean(RequestObservations.class));
    }

    @Test
    void with_metrics_only_nothing_is_observed_and_the_other_way_round() {
        full.withClassLoader(new FilteredClassLoader(ObservationRegistry.class))
                .run(context -> assertThat(context).doesNotHaveBean(RequestObservations.class));
        bare.withConfiguration(AutoConfigurations.of(ObservationAutoConfiguration.class))
                .withClassLoader(new FilteredClassLoader("io.micrometer.core"))
                .run(context -> assertThat(context)
                        .hasNotFailed()
                        .hasSingleBean(RequestObservations.class)
                        .doesNotHaveBean(StoreMeters.class));
    }

    @Test
    void without_the_health_module_or_when_switched_off_there_is_no_health() {
        full.withClassLoader(new FilteredClassLoader(HealthIndicator.class))
                .run(context -> assertThat(context).hasNotFailed().doesNotHaveBean("idempotencyHealthIndicator"));
        full.withPropertyValues("management.health.idempotency.enabled=false")
                .run(context -> assertThat(context).doesNotHaveBean(IdempotencyHealthIndicator.class));
    }

    @Test
    void an_application_without_requests_measures_its_store() {
        new ApplicationContextRunner()
                .withConfiguration(OURS)
                .withBean(SimpleMeterRegistry.class, SimpleMeterRegistry::new)
                .withPropertyValues("idempotency.store=memory")
                .withClassLoader(new FilteredClassLoader("jakarta.servlet", "org.springframework.web"))
                .run(context -> assertThat(context)
                        .hasNotFailed()
                        .hasSingleBean(StoreMeters.class)
                        .doesNotHaveBean("idempotencyReservationMeters"));
    }

    @Test
    void nothing_is_measured_when_it_is_switched_off() {
        full.withPropertyValues("idempotency.enabled=false")
                .run(context -> assertThat(context)
                        .hasNotFailed()
                        .doesNotHaveBean(StoreMeters.class)
                        .doesNotHaveBean(RequestObservations.class)
                        .doesNotHaveBean(IdempotencyHealthIndicator.class));
    }

    @RestController
    static class Orders {

        @PostMapping("/orders")
        @Idempotent
        String order() {
            return "done";
        }
    }

    private static final class Refusing implements StoreInterceptor {

        @Override
        public <T> T around(StoreOperation operation, Supplier<T> call) {
            throw new StoreException.NotApplied("refused");
        }
    }
}
