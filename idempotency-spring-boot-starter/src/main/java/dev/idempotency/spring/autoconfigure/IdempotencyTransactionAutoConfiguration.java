package dev.idempotency.spring.autoconfigure;

import dev.idempotency.core.store.StoreGuard;
import dev.idempotency.jdbc.JdbcIdempotencyStore;
import dev.idempotency.jdbc.schema.TransactionTimeCheck;
import dev.idempotency.spring.transaction.HandlerTransactions;
import dev.idempotency.spring.transaction.SpringRollbackRules;
import dev.idempotency.spring.web.RollbackRules;
import java.time.Duration;
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
import org.springframework.transaction.support.DefaultTransactionDefinition;

/** Mode TRANSACTIONAL, where the records are in a database. */
@AutoConfiguration(after = {IdempotencyJdbcAutoConfiguration.class, IdempotencyGuardAutoConfiguration.class})
@ConditionalOnClass({PlatformTransactionManager.class, JdbcIdempotencyStore.class})
@ConditionalOnBooleanProperty(name = "idempotency.enabled", matchIfMissing = true)
@ConditionalOnBean(JdbcIdempotencyStore.class)
@EnableConfigurationProperties(IdempotencyTransactionProperties.class)
public final class IdempotencyTransactionAutoConfiguration {

    private static final Logger log = LoggerFactory.getLogger(IdempotencyTransactionAutoConfiguration.class);

    @Bean
    @ConditionalOnMissingBean
    HandlerTransactions idempotencyHandlerTransactions(ObjectProvider<TransactionAttributeSource> source) {
        return new HandlerTransactions(source.getIfUnique());
    }

    @Bean
    @ConditionalOnMissingBean
    RollbackRules idempotencyRollbackRules(HandlerTransactions transactions) {
        return new SpringRollbackRules(transactions);
    }

    @Bean
    @ConditionalOnMissingBean
    TransactionalModes idempotencyTransactionalModes(
            ListableBeanFactory beans,
            ObjectProvider<DataSource> dataSource,
            @IdempotencyDataSource ObjectProvider<DataSource> named,
            JdbcIdempotencyStore store,
            IdempotencyJdbcProperties jdbc,
            IdempotencyTransactionProperties properties,
            StoreGuard guard) {
        DataSource records = IdempotencyJdbcAutoConfiguration.choose(dataSource, named);
        DefaultTransactionDefinition definition = new DefaultTransactionDefinition();
        definition.setName("idempotency");
        Duration timeout = properties.timeout();
        if (timeout != null) {
            definition.setTimeout((int) timeout.toSeconds());
        }
        TransactionTimeCheck.warning(records, timeout).ifPresent(log::warn);
        return new TransactionalModes(beans, records, store, jdbc.store(), definition, guard);
    }
}
