package dev.idempotency.spring.autoconfigure;

import dev.idempotency.core.action.Actions;
import dev.idempotency.core.engine.LeaseRenewer;
import dev.idempotency.core.internal.guard.StoreGuard;
import dev.idempotency.core.memory.InMemoryStore;
import dev.idempotency.core.store.IdempotencyStore;
import dev.idempotency.spring.UnguardedStore;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;

/** The engines that begin runs, for the filter and for any other trigger. */
@AutoConfiguration(
        after = {
            IdempotencyGuardAutoConfiguration.class,
            IdempotencyTransactionAutoConfiguration.class,
            IdempotencyUpkeepAutoConfiguration.class
        })
@ConditionalOnBooleanProperty(name = "idempotency.enabled", matchIfMissing = true)
public final class IdempotencyEngineAutoConfiguration {

    /** Without a store, the first endpoint that needs one stops the start with a message. */
    @Bean
    @ConditionalOnMissingBean
    ModeEngines idempotencyEngines(
            ObjectProvider<IdempotencyStore> store,
            @UnguardedStore ObjectProvider<IdempotencyStore> unguarded,
            StoreGuard guard,
            ObjectProvider<LeaseRenewer> renewer,
            ObjectProvider<TransactionalMode> transactional,
            ObjectProvider<TransactionManagers> managers,
            ListableBeanFactory beans) {
        return new ModeEngines(
                store.getIfAvailable(),
                renewer.getIfUnique(),
                transactional.getIfAvailable(() -> inMemory(unguarded.getIfUnique(), guard, managers.getIfAvailable())),
                beans.getBeanNamesForType(DataSource.class, true, false).length > 0);
    }

    /** For the application's own code. */
    @Bean
    @ConditionalOnMissingBean
    Actions idempotencyActions(ModeEngines engines) {
        return new ActionsOnDemand(engines::actions);
    }

    /** For the store in memory, which is not in any database. */
    private static @Nullable TransactionalMode inMemory(
            @Nullable IdempotencyStore store, StoreGuard guard, @Nullable TransactionManagers managers) {
        return store instanceof InMemoryStore memory && managers != null
                ? new MemoryMode(managers, memory, guard)
                : null;
    }
}
