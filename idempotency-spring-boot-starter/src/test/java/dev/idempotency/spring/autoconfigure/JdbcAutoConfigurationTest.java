package dev.idempotency.spring.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;

import dev.idempotency.core.memory.InMemoryStore;
import dev.idempotency.core.store.IdempotencyStore;
import dev.idempotency.jdbc.JdbcIdempotencyStore;
import dev.idempotency.jdbc.schema.SchemaInitializer;
import dev.idempotency.spring.IdempotencyDataSource;
import dev.idempotency.testbed.Database;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import javax.sql.DataSource;
import org.flywaydb.core.Flyway;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.boot.flyway.autoconfigure.FlywayAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.JdbcTemplateAutoConfiguration;
import org.springframework.boot.test.context.runner.WebApplicationContextRunner;
import org.springframework.boot.webmvc.autoconfigure.WebMvcAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

class JdbcAutoConfigurationTest {

    private final Database database = Database.create();

    private final WebApplicationContextRunner runner = new WebApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(
                    IdempotencyAutoConfiguration.class,
                    IdempotencyGuardAutoConfiguration.class,
                    IdempotencyEngineAutoConfiguration.class,
                    IdempotencyJdbcAutoConfiguration.class,
                    IdempotencyHandlersAutoConfiguration.class,
                    IdempotencyWebMvcAutoConfiguration.class,
                    WebMvcAutoConfiguration.class,
                    DataSourceAutoConfiguration.class,
                    JdbcTemplateAutoConfiguration.class))
            .withPropertyValues(
                    "idempotency.store=jdbc",
                    "spring.datasource.url=" + database.url(),
                    "spring.datasource.username=" + database.user(),
                    "spring.datasource.password=" + database.password());

    @Test
    void the_database_of_the_application_keeps_the_records() {
        runner.run(context -> {
            assertThat(context)
                    .hasSingleBean(JdbcIdempotencyStore.class)
                    .getBeanNames(IdempotencyStore.class)
                    .containsExactlyInAnyOrder("idempotencyJdbcStore", "idempotencyGuardedStore");
            assertThat(tables()).contains("idempotency_record", "idempotency_record_schema_history");
        });
    }

    @Test
    void no_bean_of_type_flyway_is_left_behind() {
        runner.run(context -> assertThat(context).doesNotHaveBean(Flyway.class));
    }

    @Test
    void the_migrations_of_the_application_run_first_and_keep_their_own_history() {
        runner.withConfiguration(AutoConfigurations.of(FlywayAutoConfiguration.class))
                .withPropertyValues("spring.flyway.locations=classpath:dev/idempotency/spring/autoconfigure/migration")
                .run(context -> {
                    assertThat(context).hasNotFailed().hasSingleBean(Flyway.class);
                    assertThat(context.getBeanFactory().getDependenciesForBean("idempotencySchemaInitializer"))
                            .contains("flywayInitializer");
                    assertThat(tables())
                            .contains("flyway_schema_history", "orders_of_the_application", "idempotency_record");
                });
    }

    @Test
    void what_needs_an_initialised_database_waits_for_the_table() {
        runner.run(context -> assertThat(context.getBeanFactory().getDependenciesForBean("jdbcTemplate"))
                .contains("idempotencySchemaInitializer"));
    }

    @Test
    void table_missing() {
        FailureAnalysis analysis =
                FailureAnalysisTest.failure(runner.withPropertyValues("idempotency.jdbc.schema=validate"));

        assertThat(analysis.getDescription()).contains("idempotency_record", "V1__records.sql");
        assertThat(analysis.getAction()).contains("idempotency.jdbc.schema: migrate", "idempotency.jdbc.table-name");
    }

    @Test
    void a_table_that_somebody_else_made_is_found_valid() {
        runner.run(context -> assertThat(context).hasNotFailed());
        runner.withPropertyValues("idempotency.jdbc.schema=validate")
                .run(context -> assertThat(context).hasNotFailed());
    }

    @Test
    void nothing_is_made_or_checked_if_that_is_wanted() {
        runner.withPropertyValues("idempotency.jdbc.schema=none").run(context -> {
            assertThat(context).hasNotFailed();
            assertThat(tables()).isEmpty();
        });
    }

    @Test
    void the_table_has_the_name_and_the_schema_that_are_configured() {
        database.execute("CREATE SCHEMA books");
        runner.withPropertyValues("idempotency.jdbc.table-name=keys", "idempotency.jdbc.schema-name=books")
                .run(context -> {
                    assertThat(context).hasNotFailed();
                    assertThat(tables()).contains("keys").doesNotContain("idempotency_record");
                });
    }

    @Test
    void a_name_that_is_none_is_refused() {
        FailureAnalysis analysis =
                FailureAnalysisTest.failure(runner.withPropertyValues("idempotency.jdbc.table-name=keys;drop"));

        assertThat(analysis.getDescription()).contains("keys;drop");
    }

    @Test
    void memory_is_used_only_if_it_is_asked_for() {
        runner.withPropertyValues("idempotency.store=memory").run(context -> {
            assertThat(context).hasSingleBean(InMemoryStore.class).doesNotHaveBean(SchemaInitializer.class);
            assertThat(tables()).isEmpty();
        });
    }

    @Test
    void the_store_of_the_application_is_used_in_place_of_the_database() {
        runner.withBean("own", IdempotencyStore.class, () -> new InMemoryStore(Clock.systemUTC(), 1))
                .run(context -> assertThat(context)
                        .hasNotFailed()
                        .doesNotHaveBean(SchemaInitializer.class)
                        .getBeanNames(IdempotencyStore.class)
                        .containsExactlyInAnyOrder("own", "idempotencyGuardedStore"));
    }

    @Test
    void of_several_data_sources_one_must_be_named() {
        FailureAnalysis analysis =
                FailureAnalysisTest.failure(runner.withBean("a", DataSource.class, database::dataSource)
                        .withBean("b", DataSource.class, database::dataSource));

        assertThat(analysis.getDescription()).contains("several data sources");
        assertThat(analysis.getAction()).contains("@IdempotencyDataSource");
    }

    @Test
    void of_several_data_sources_the_named_one_is_used() {
        NamedDataSource.database = database.sibling();

        runner.withUserConfiguration(NamedDataSource.class).run(context -> {
            assertThat(context).hasNotFailed();
            assertThat(tables()).isEmpty();
            assertThat(tables(NamedDataSource.database)).contains("idempotency_record");
        });
    }

    private List<String> tables() {
        return tables(database);
    }

    private static List<String> tables(Database database) {
        List<String> names = new ArrayList<>();
        try (Connection connection = database.dataSource().getConnection();
                ResultSet tables = connection.getMetaData().getTables(null, null, "%", new String[] {"TABLE"})) {
            while (tables.next()) {
                names.add(tables.getString("TABLE_NAME"));
            }
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
        return names;
    }

    @Configuration(proxyBeanMethods = false)
    static class NamedDataSource {

        static Database database;

        @Bean
        DataSource other() {
            return database.dataSource();
        }

        @Bean
        @IdempotencyDataSource
        DataSource named() {
            return database.dataSource();
        }
    }
}
