package dev.idempotency.spring.autoconfigure;

import dev.idempotency.core.internal.guard.StoreGuard;
import dev.idempotency.core.store.IdempotencyStore;
import dev.idempotency.jdbc.JdbcIdempotencyStore;
import dev.idempotency.jdbc.internal.schema.TransactionTimeCheck;
import dev.idempotency.spring.IdempotencyDataSource;
import dev.idempotency.spring.internal.transaction.DeclaredTransactions;
import dev.idempotency.spring.internal.transaction.EndpointTransactions;
import dev.idempotency.spring.internal.transaction.SpringRollbackRules;
import dev.idempotency.spring.internal.web.RollbackRules;
import javax.sql.DataSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.interceptor.TransactionAttributeSource;

/** Mode TRANSACTIONAL: what handlers ask for, and, where the records are in a database, what keeps them. */
@AutoConfiguration(
        after = {
            IdempotencyAutoConfiguration.class,
            IdempotencyJdbcAutoConfiguration.class,
            IdempotencyGuardAutoConfiguration.class
        })
@ConditionalOnClass({PlatformTransactionManager.class, JdbcIdempotencyStore.class})
@ConditionalOnBooleanProperty(name = "idempotency.enabled", matchIfMissing = true)
@ConditionalOnBean(IdempotencyStore.class)
@EnableConfigurationProperties(TransactionProperties.class)
public final class IdempotencyTransactionAutoConfiguration {

    private static final Logger log = LoggerFactory.getLogger(IdempotencyTransactionAutoConfiguration.class);

    @Bean
    @ConditionalOnMissingBean
    DeclaredTransactions idempotencyHandlerTransactions(ObjectProvider<TransactionAttributeSource> source) {
        return new DeclaredTransactions(source.getIfUnique());
    }

    @Bean
    @ConditionalOnMissingBean
    RollbackRules idempotencyRollbackRules(DeclaredTransactions transactions) {
        return new SpringRollbackRules(transactions);
    }

    @Bean
    @ConditionalOnMissingBean
    EndpointTransactions idempotencyEndpointTransactions(
            DeclaredTransactions handlers, TransactionProperties properties) {
        return new EndpointTransactions(handlers, properties.definition());
    }

    @Bean
    @ConditionalOnMissingBean
    TransactionManagers idempotencyTransactionManagers(ListableBeanFactory beans, EndpointTransactions transactions) {
        return new TransactionManagers(beans, transactions);
    }

    @Bean
    @ConditionalOnMissingBean
    @ConditionalOnBean(JdbcIdempotencyStore.class)
    TransactionalModes idempotencyTransactionalModes(
            TransactionManagers managers,
            EndpointTransactions transactions,
            ObjectProvider<DataSource> dataSource,
            @IdempotencyDataSource ObjectProvider<DataSource> named,
            JdbcIdempotencyStore store,
            JdbcProperties jdbc,
            TransactionProperties properties,
            StoreGuard guard) {
        DataSource records = IdempotencyJdbcAutoConfiguration.choose(dataSource, named);
        TransactionTimeCheck.warning(records, properties.timeout()).ifPresent(log::warn);
        return new TransactionalModes(managers, transactions, records, store, jdbc.store(), guard);
    }
}
