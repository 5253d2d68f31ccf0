package dev.idempotency.spring.autoconfigure;

import dev.idempotency.core.internal.circuit.StoreCircuit;
import dev.idempotency.core.internal.guard.StoreGuard;
import dev.idempotency.core.internal.limit.KeyLimits;
import dev.idempotency.core.limit.KeyQuota;
import dev.idempotency.core.limit.RecordCount;
import dev.idempotency.core.store.IdempotencyStore;
import dev.idempotency.core.store.StoreOperation;
import dev.idempotency.spring.IdempotencyConfigurationException;
import dev.idempotency.spring.UnguardedStore;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;

/** Keeps one caller, or a store that is away, from holding up the other callers. */
@AutoConfiguration(after = IdempotencyGuardAutoConfiguration.class)
@ConditionalOnBooleanProperty(name = "idempotency.enabled", matchIfMissing = true)
@EnableConfigurationProperties({LimitsProperties.class, CircuitProperties.class})
public final class IdempotencyLimitsAutoConfiguration {

    @Bean
    @ConditionalOnBooleanProperty(name = "idempotency.circuit.enabled", matchIfMissing = true)
    @ConditionalOnMissingBean
    StoreCircuit idempotencyStoreCircuit(CircuitProperties properties) {
        return new StoreCircuit(properties.failures(), properties.pause());
    }

    /** An application without a store is told so by the first that needs one. */
    @Bean
    @ConditionalOnMissingBean
    KeyQuota idempotencyKeyQuota(
            LimitsProperties properties,
            ObjectProvider<IdempotencyStore> store,
            @UnguardedStore ObjectProvider<IdempotencyStore> unguarded,
            StoreGuard guard) {
        IdempotencyStore guarded = store.getIfAvailable();
        if (guarded == null || !properties.areAny()) {
            return KeyQuota.NONE;
        }
        RecordCount records = counted(unguarded.getObject(), properties);
        return new KeyLimits(
                properties.activeKeys(),
                properties.newKeysPerSecond(),
                guarded,
                (scope, limit) -> guard.call(StoreOperation.FIND, () -> records.count(scope, limit)));
    }

    private static RecordCount counted(IdempotencyStore store, LimitsProperties properties) {
        if (store instanceof RecordCount records) {
            return records;
        }
        if (properties.activeKeys() == null) {
            return (scope, limit) -> 0;
        }
        throw new IdempotencyConfigurationException(
                "idempotency.limits.active-keys is set, but the store cannot count: "
                        + store.getClass().getName() + ".",
                "Let the store implement RecordCount, or remove the property.");
    }
}
