package dev.idempotency.spring.autoconfigure;

import dev.idempotency.core.engine.LeaseRenewer;
import dev.idempotency.core.store.IdempotencyStore;
import dev.idempotency.spring.internal.background.BackgroundTask;
import dev.idempotency.spring.internal.background.BackgroundWork;
import dev.idempotency.spring.internal.metrics.BacklogMeters;
import dev.idempotency.spring.internal.metrics.LeaseMeters;
import dev.idempotency.spring.internal.metrics.RecordMeters;
import dev.idempotency.spring.internal.metrics.ReservationMeters;
import dev.idempotency.spring.internal.metrics.StoreMeters;
import dev.idempotency.spring.internal.metrics.UpkeepMeters;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.config.MeterFilter;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.web.servlet.DispatcherServlet;

/** Counters, timers and gauges, where the application has a meter registry. */
@AutoConfiguration(
        after = {
            IdempotencyAutoConfiguration.class,
            IdempotencyGuardAutoConfiguration.class,
            IdempotencyUpkeepAutoConfiguration.class
        },
        afterName = {
            "org.springframework.boot.micrometer.metrics.autoconfigure.CompositeMeterRegistryAutoConfiguration",
            "org.springframework.boot.actuate.autoconfigure.metrics.CompositeMeterRegistryAutoConfiguration"
        })
@ConditionalOnClass(MeterRegistry.class)
@ConditionalOnBooleanProperty(name = "idempotency.enabled", matchIfMissing = true)
@ConditionalOnBean({MeterRegistry.class, IdempotencyStore.class})
@EnableConfigurationProperties(MetricsProperties.class)
public final class IdempotencyMetricsAutoConfiguration {

    @Bean
    @ConditionalOnMissingBean
    StoreMeters idempotencyStoreMeters(MeterRegistry registry, MetricsProperties properties) {
        return new StoreMeters(registry, properties.storeTimers());
    }

    @Bean
    @ConditionalOnMissingBean
    RecordMeters idempotencyRecordMeters(MeterRegistry registry) {
        return new RecordMeters(registry);
    }

    /** The gauge of the oldest lease shows running requests at a lower cost than a timer for each endpoint. */
    @Bean
    @ConditionalOnMissingBean(name = "idempotencyActiveRequests")
    static MeterFilter idempotencyActiveRequests() {
        return MeterFilter.denyNameStartsWith("idempotency.request.active");
    }

    @Bean
    @ConditionalOnMissingBean
    LeaseMeters idempotencyLeaseMeters(LeaseRenewer leases) {
        return new LeaseMeters(leases);
    }

    /** Only on a node that does background work, as nothing would update the gauges on another. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnBooleanProperty(name = "idempotency.upkeep.enabled", matchIfMissing = true)
    static class Backlog {

        @Bean
        @ConditionalOnMissingBean
        BacklogMeters idempotencyBacklogMeters(MeterRegistry registry, IdempotencyStore store) {
            return new BacklogMeters(registry, store);
        }

        @Bean
        @ConditionalOnMissingBean
        UpkeepMeters idempotencyUpkeepMeters(BackgroundWork work) {
            return new UpkeepMeters(work);
        }

        @Bean
        BackgroundTask idempotencyBacklogTask(BacklogMeters backlog, MetricsProperties properties) {
            return new BackgroundTask("count", properties.countEvery(), backlog::refresh);
        }
    }

    /** Meters that need servlet requests. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(DispatcherServlet.class)
    @ConditionalOnWebApplication(type = ConditionalOnWebApplication.Type.SERVLET)
    static class Web {

        @Bean
        @ConditionalOnMissingBean
        ReservationMeters idempotencyReservationMeters(MeterRegistry registry) {
            return new ReservationMeters(registry);
        }
    }
}
