package dev.idempotency.spring.autoconfigure;

import dev.idempotency.core.key.IdempotencyKey;
import dev.idempotency.core.record.RecordId;
import dev.idempotency.core.scope.Scope;
import dev.idempotency.core.store.IdempotencyStore;
import dev.idempotency.jdbc.schema.SchemaInitializer;
import dev.idempotency.spring.UnguardedStore;
import dev.idempotency.spring.internal.background.BackgroundWork;
import dev.idempotency.spring.internal.health.IdempotencyHealthIndicator;
import dev.idempotency.spring.internal.health.StoreCheck;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.health.autoconfigure.contributor.ConditionalOnEnabledHealthIndicator;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.context.annotation.Bean;

/** The health of the store and of the background work, on Spring Boot 4. */
@AutoConfiguration(
        after = {
            IdempotencyAutoConfiguration.class,
            IdempotencyGuardAutoConfiguration.class,
            IdempotencyUpkeepAutoConfiguration.class
        })
@ConditionalOnClass({HealthIndicator.class, ConditionalOnEnabledHealthIndicator.class})
@ConditionalOnEnabledHealthIndicator("idempotency")
@ConditionalOnBooleanProperty(name = "idempotency.enabled", matchIfMissing = true)
@ConditionalOnBean(IdempotencyStore.class)
@EnableConfigurationProperties(HealthProperties.class)
public final class IdempotencyHealthAutoConfiguration {

    private static final RecordId NOBODYS = new RecordId(Scope.of("health"), new IdempotencyKey("health"));

    /** Asks the store itself, past its guard: what that refuses says nothing about it, and this is no traffic. */
    @Bean
    @ConditionalOnMissingBean
    StoreCheck idempotencyStoreCheck(@UnguardedStore IdempotencyStore store, ObjectProvider<SchemaInitializer> schema) {
        return () -> {
            schema.ifAvailable(SchemaInitializer::check);
            store.find(NOBODYS);
        };
    }

    @Bean
    @ConditionalOnMissingBean(name = "idempotencyHealthIndicator")
    IdempotencyHealthIndicator idempotencyHealthIndicator(
            StoreCheck check, ObjectProvider<BackgroundWork> work, HealthProperties properties) {
        return new IdempotencyHealthIndicator(
                check, work.getIfAvailable(), properties.timeout(), properties.downOnFailure());
    }
}
