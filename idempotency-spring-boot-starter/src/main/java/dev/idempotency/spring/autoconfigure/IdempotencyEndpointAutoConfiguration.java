package dev.idempotency.spring.autoconfigure;

import dev.idempotency.core.action.Actions;
import dev.idempotency.core.operator.IdempotencyOperations;
import dev.idempotency.core.store.RecordCensus;
import dev.idempotency.spring.coverage.Coverage;
import dev.idempotency.spring.internal.actuate.IdempotencyEndpoint;
import dev.idempotency.spring.internal.spikes.ScopeSpikes;
import dev.idempotency.spring.internal.web.FilterSettings;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.actuate.autoconfigure.endpoint.condition.ConditionalOnAvailableEndpoint;
import org.springframework.boot.actuate.endpoint.web.annotation.WebEndpoint;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.ApplicationEventPublisher;
import org.springframework.context.annotation.Bean;

/** The actuator's endpoint for operators, where the application exposes it. */
@AutoConfiguration(
        after = {
            IdempotencyUpkeepAutoConfiguration.class,
            IdempotencyEngineAutoConfiguration.class,
            IdempotencyWebMvcAutoConfiguration.class,
            IdempotencyCoverageAutoConfiguration.class
        })
@ConditionalOnClass({WebEndpoint.class, ConditionalOnAvailableEndpoint.class})
@ConditionalOnBean({IdempotencyOperations.class, FilterSettings.class})
@ConditionalOnAvailableEndpoint(IdempotencyEndpoint.class)
public final class IdempotencyEndpointAutoConfiguration {

    /** Only here: nothing else shows what it counts with each request. */
    @Bean
    @ConditionalOnMissingBean
    ScopeSpikes idempotencyScopeSpikes() {
        return new ScopeSpikes();
    }

    @Bean
    @ConditionalOnMissingBean
    IdempotencyEndpoint idempotencyEndpoint(
            IdempotencyOperations operations,
            Actions actions,
            ObjectProvider<RecordCensus> census,
            ObjectProvider<Coverage> coverage,
            ScopeSpikes spikes,
            FilterSettings settings,
            ApplicationEventPublisher events) {
        return new IdempotencyEndpoint(
                operations, actions, census.getIfUnique(), coverage.getIfUnique(), spikes, settings, events);
    }
}
