package dev.idempotency.spring.autoconfigure;

import dev.idempotency.core.internal.guard.StoreGuard;
import dev.idempotency.core.store.IdempotencyStore;
import dev.idempotency.core.store.RecordListener;
import dev.idempotency.core.store.StoreInterceptor;
import dev.idempotency.spring.IdempotencyConfigurationException;
import dev.idempotency.spring.UnguardedStore;
import java.util.List;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Primary;

/** The store that every part of the application gets: behind circuit, meters and listeners. */
@AutoConfiguration(after = {IdempotencyAutoConfiguration.class, IdempotencyJdbcAutoConfiguration.class})
@ConditionalOnBooleanProperty(name = "idempotency.enabled", matchIfMissing = true)
public final class IdempotencyGuardAutoConfiguration {

    @Bean
    static UnguardedStores idempotencyUnguardedStores() {
        return new UnguardedStores();
    }

    @Bean
    @ConditionalOnMissingBean
    StoreGuard idempotencyStoreGuard(
            ObjectProvider<StoreInterceptor> interceptors, ObjectProvider<RecordListener> listeners) {
        return new StoreGuard(
                interceptors.orderedStream().toList(), listeners.orderedStream().toList());
    }

    @Bean(UnguardedStores.GUARDED)
    @Primary
    @ConditionalOnBean(IdempotencyStore.class)
    IdempotencyStore idempotencyGuardedStore(
            @UnguardedStore ObjectProvider<IdempotencyStore> unguarded, StoreGuard guard) {
        IdempotencyStore store = unguarded.getIfUnique();
        if (store == null) {
            throw severalStores(unguarded);
        }
        return guard.around(store);
    }

    private static IdempotencyConfigurationException severalStores(ObjectProvider<IdempotencyStore> stores) {
        List<String> types =
                stores.stream().map(each -> each.getClass().getName()).sorted().toList();
        return new IdempotencyConfigurationException(
                "There are several stores for the records of idempotent requests: " + String.join(", ", types) + ".",
                "Remove all but one, or mark one as @Primary: two stores would let a request run twice.");
    }
}
