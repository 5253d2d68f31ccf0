package dev.idempotency.spring.autoconfigure;

import dev.idempotency.core.store.IdempotencyStore;
import dev.idempotency.spring.internal.observation.RequestObservations;
import dev.idempotency.spring.observation.IdempotencyRequestConvention;
import io.micrometer.observation.ObservationRegistry;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.context.annotation.Bean;
import org.springframework.web.servlet.DispatcherServlet;

/** Requests as observations, where the application has an observation registry. */
@AutoConfiguration(
        after = {IdempotencyAutoConfiguration.class, IdempotencyJdbcAutoConfiguration.class},
        afterName = {
            "org.springframework.boot.micrometer.observation.autoconfigure.ObservationAutoConfiguration",
            "org.springframework.boot.actuate.autoconfigure.observation.ObservationAutoConfiguration"
        })
@ConditionalOnClass({ObservationRegistry.class, DispatcherServlet.class})
@ConditionalOnWebApplication(type = ConditionalOnWebApplication.Type.SERVLET)
@ConditionalOnBooleanProperty(name = "idempotency.enabled", matchIfMissing = true)
@ConditionalOnBean({ObservationRegistry.class, IdempotencyStore.class})
public final class IdempotencyObservationAutoConfiguration {

    @Bean
    @ConditionalOnMissingBean
    RequestObservations idempotencyRequestObservations(
            ObservationRegistry registry, ObjectProvider<IdempotencyRequestConvention> convention) {
        return new RequestObservations(registry, convention.getIfAvailable());
    }
}
