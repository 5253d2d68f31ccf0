package dev.idempotency.spring.autoconfigure;

import dev.idempotency.core.atrest.ResponseProtection;
import dev.idempotency.core.store.IdempotencyStore;
import dev.idempotency.jdbc.JdbcIdempotencyStore;
import dev.idempotency.jdbc.schema.SchemaInitializer;
import dev.idempotency.spring.IdempotencyConfigurationException;
import dev.idempotency.spring.IdempotencyDataSource;
import java.util.Optional;
import javax.sql.DataSource;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Conditional;

/**
 * The store in the application's database. The table is made after the application's own migrations, by an initializer that
 * is no {@code Flyway} bean: one of those would switch the application's own migrations off. Not where nothing needs it.
 */
@AutoConfiguration(
        after = {IdempotencyAutoConfiguration.class, IdempotencyProtectionAutoConfiguration.class},
        afterName = {
            "org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration",
            "org.springframework.boot.autoconfigure.jdbc.DataSourceAutoConfiguration",
            "org.springframework.boot.flyway.autoconfigure.FlywayAutoConfiguration",
            "org.springframework.boot.autoconfigure.flyway.FlywayAutoConfiguration",
            "org.springframework.boot.liquibase.autoconfigure.LiquibaseAutoConfiguration",
            "org.springframework.boot.autoconfigure.liquibase.LiquibaseAutoConfiguration"
        })
@ConditionalOnClass({DataSource.class, JdbcIdempotencyStore.class})
@ConditionalOnBooleanProperty(name = "idempotency.enabled", matchIfMissing = true)
@ConditionalOnProperty(name = "idempotency.store", havingValue = "jdbc", matchIfMissing = true)
@ConditionalOnBean(DataSource.class)
@ConditionalOnMissingBean(IdempotencyStore.class)
@Conditional(OnUse.class)
@EnableConfigurationProperties(JdbcProperties.class)
public final class IdempotencyJdbcAutoConfiguration {

    @Bean(initMethod = "initialize")
    @ConditionalOnMissingBean
    SchemaInitializer idempotencySchemaInitializer(
            ObjectProvider<DataSource> dataSource,
            @IdempotencyDataSource ObjectProvider<DataSource> named,
            JdbcProperties properties) {
        return new SchemaInitializer(choose(dataSource, named), properties.schemaSettings());
    }

    /** Depends on the initializer by injection, so that it does without Spring Boot's own ordering as well. */
    @Bean
    JdbcIdempotencyStore idempotencyJdbcStore(
            ObjectProvider<DataSource> dataSource,
            @IdempotencyDataSource ObjectProvider<DataSource> named,
            JdbcProperties properties,
            ObjectProvider<ResponseProtection> protection,
            SchemaInitializer initialized) {
        return new JdbcIdempotencyStore(
                choose(dataSource, named),
                properties.store(),
                protection.getIfAvailable(() -> ResponseProtection.NONE));
    }

    static DataSource choose(ObjectProvider<DataSource> dataSource, ObjectProvider<DataSource> named) {
        return Optional.ofNullable(named.getIfUnique())
                .or(() -> Optional.ofNullable(dataSource.getIfUnique()))
                .orElseThrow(() -> new IdempotencyConfigurationException(
                        "There are several data sources, and none is marked as the one for the records of idempotent requests.",
                        "Mark one as @Primary, or put @IdempotencyDataSource on the bean method of the right one."));
    }
}
