package dev.idempotency.spring.autoconfigure;

import dev.idempotency.core.atrest.StoredKeyMapper;
import dev.idempotency.core.engine.LeaseRenewer;
import dev.idempotency.core.internal.maintenance.Reaper;
import dev.idempotency.core.internal.maintenance.Sweeper;
import dev.idempotency.core.internal.reconcile.ReconcileJob;
import dev.idempotency.core.operator.IdempotencyOperations;
import dev.idempotency.core.reconcile.Reconciler;
import dev.idempotency.core.store.IdempotencyStore;
import dev.idempotency.spring.internal.background.BackgroundTask;
import dev.idempotency.spring.internal.background.BackgroundWork;
import java.util.stream.Stream;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.LazyInitializationExcludeFilter;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.thread.Threading;
import org.springframework.context.annotation.Bean;
import org.springframework.core.env.Environment;

/** Leases that are renewed, outcomes that are found out, records that are ended, and the operators' view of all that. */
@AutoConfiguration(after = {IdempotencyAutoConfiguration.class, IdempotencyGuardAutoConfiguration.class})
@ConditionalOnBooleanProperty(name = "idempotency.enabled", matchIfMissing = true)
@ConditionalOnBean(IdempotencyStore.class)
@EnableConfigurationProperties({UpkeepProperties.class, ReconciliationProperties.class, PhaseProperties.class})
public final class IdempotencyUpkeepAutoConfiguration {

    @Bean
    @ConditionalOnMissingBean
    LeaseRenewer idempotencyLeaseRenewer(IdempotencyStore store) {
        return new LeaseRenewer(store);
    }

    @Bean
    @ConditionalOnMissingBean
    IdempotencyOperations idempotencyOperations(
            IdempotencyStore store, IdempotencyProperties properties, ObjectProvider<StoredKeyMapper> naming) {
        return new IdempotencyOperations(store, properties.ttl(), naming.getIfAvailable(() -> StoredKeyMapper.PLAIN));
    }

    @Bean
    @ConditionalOnMissingBean
    ReconcileJob idempotencyReconcileJob(
            IdempotencyStore store,
            ObjectProvider<Reconciler> reconcilers,
            ReconciliationProperties properties,
            IdempotencyProperties common) {
        return new ReconcileJob(
                store, reconcilers.orderedStream().toList(), properties.backoff(), properties.claim(), common.ttl());
    }

    @Bean
    @ConditionalOnMissingBean
    @ConditionalOnBooleanProperty(name = "idempotency.upkeep.enabled", matchIfMissing = true)
    BackgroundWork idempotencyBackgroundWork(
            IdempotencyStore store,
            LeaseRenewer leases,
            ReconcileJob reconciliations,
            UpkeepProperties upkeep,
            ReconciliationProperties reconciliation,
            PhaseProperties phases,
            ObjectProvider<BackgroundTask> more,
            Environment environment) {
        Sweeper sweeper =
                new Sweeper(store, upkeep.sweepBack(), upkeep.sweepEvery().multipliedBy(2), phases.abandonedAfter());
        Reaper reaper = new Reaper(store, upkeep.reaping(), upkeep.reapBatch(), upkeep.reapPerSecond());
        Stream<BackgroundTask> ours = Stream.of(
                new BackgroundTask("renew", upkeep.renewEvery(), leases::renewDue),
                new BackgroundTask("sweep", upkeep.sweepEvery(), sweeper::sweep),
                new BackgroundTask("reap", upkeep.reapEvery(), reaper::reap),
                new BackgroundTask(
                        "reconcile",
                        reconciliation.every(),
                        () -> reconciliations.reconcileDue(reconciliation.batch())));
        return new BackgroundWork(
                Stream.concat(ours, more.orderedStream()).toList(), Threading.VIRTUAL.isActive(environment));
    }

    /** It has no caller: it works by itself. */
    @Bean
    static LazyInitializationExcludeFilter idempotencyBackgroundWorkIsNotLazy() {
        return LazyInitializationExcludeFilter.forBeanTypes(BackgroundWork.class);
    }
}
