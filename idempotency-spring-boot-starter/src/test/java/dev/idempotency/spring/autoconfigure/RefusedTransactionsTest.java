package dev.idempotency.spring.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;

import dev.idempotency.spring.IdempotencyConfigurationException;
import dev.idempotency.testbed.Database;
import java.util.List;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.DataSourceTransactionManagerAutoConfiguration;
import org.springframework.boot.test.context.runner.WebApplicationContextRunner;
import org.springframework.boot.webmvc.autoconfigure.WebMvcAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Primary;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.annotation.EnableTransactionManagement;

/** What {@code @Transactional} on a handler may not say in mode TRANSACTIONAL, and what it may. */
class RefusedTransactionsTest {

    static final List<Class<?>> NOT_JOINING = List.of(
            AskingHandlers.RequiresNew.class,
            AskingHandlers.NotSupported.class,
            AskingHandlers.Never.class,
            AskingHandlers.Nested.class,
            AskingHandlers.OfType.class,
            AskingHandlers.OfInterface.class);

    static final List<Class<?>> JOINING = List.of(
            AskingHandlers.Required.class,
            AskingHandlers.Mandatory.class,
            AskingHandlers.Supports.class,
            AskingHandlers.Overriding.class);

    private final WebApplicationContextRunner any = new WebApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(
                    IdempotencyAutoConfiguration.class,
                    IdempotencyGuardAutoConfiguration.class,
                    IdempotencyEngineAutoConfiguration.class,
                    IdempotencyJdbcAutoConfiguration.class,
                    IdempotencyTransactionAutoConfiguration.class,
                    IdempotencyUpkeepAutoConfiguration.class,
                    IdempotencyHandlersAutoConfiguration.class,
                    IdempotencyWebMvcAutoConfiguration.class,
                    WebMvcAutoConfiguration.class,
                    DataSourceAutoConfiguration.class,
                    DataSourceTransactionManagerAutoConfiguration.class));

    private final WebApplicationContextRunner unmanaged =
            on(any, Database.create()).withPropertyValues("idempotency.store=jdbc");

    private final WebApplicationContextRunner jdbc = unmanaged.withUserConfiguration(Managed.class);

    private static WebApplicationContextRunner on(WebApplicationContextRunner runner, Database database) {
        return runner.withPropertyValues(
                "spring.datasource.url=" + database.url(),
                "spring.datasource.username=" + database.user(),
                "spring.datasource.password=" + database.password());
    }

    @ParameterizedTest
    @FieldSource("NOT_JOINING")
    void a_handler_that_would_not_join_its_transaction_stops_the_start(Class<?> handler) {
        assertRefused(jdbc, handler, "would not be in the same transaction as its record", "Remove the propagation");
    }

    @Test
    void a_handler_that_may_not_write_stops_the_start() {
        assertRefused(jdbc, AskingHandlers.ReadOnly.class, "says readOnly", "without readOnly");
    }

    @ParameterizedTest
    @FieldSource("JOINING")
    void a_handler_that_joins_its_transaction_starts(Class<?> handler) {
        jdbc.withUserConfiguration(handler).run(context -> assertThat(context).hasNotFailed());
    }

    @Test
    void a_store_in_memory_refuses_the_same() {
        WebApplicationContextRunner memory = on(any, Database.create())
                .withPropertyValues("idempotency.store=memory")
                .withUserConfiguration(Managed.class);

        assertRefused(memory, AskingHandlers.RequiresNew.class, "says REQUIRES_NEW", "Remove the propagation");
        memory.withUserConfiguration(AskingHandlers.Required.class)
                .run(context -> assertThat(context).hasNotFailed());
    }

    @Test
    void a_handler_that_a_named_route_stands_for_is_looked_at_too() {
        assertRefused(jdbc, AskingHandlers.NamedByRoute.class, "NamedByRoute#handle", "Remove the propagation");
    }

    @Test
    void in_mode_lease_a_handler_has_its_own_transaction_whatever_it_is() {
        jdbc.withUserConfiguration(AskingHandlers.Leased.class)
                .run(context -> assertThat(context).hasNotFailed());
    }

    @Test
    void a_handler_with_another_transaction_manager_than_its_endpoint_stops_the_start() {
        WebApplicationContextRunner two = jdbc.withUserConfiguration(FirstIsPrimary.class);

        assertRefused(
                two, AskingHandlers.FirstAndSecond.class, "means another transaction manager", "Name the same one");
        assertRefused(
                two, AskingHandlers.SecondAndUnnamed.class, "means another transaction manager", "Name the same one");
        two.withUserConfiguration(AskingHandlers.SecondTwice.class)
                .run(context -> assertThat(context).hasNotFailed());
    }

    @Test
    void the_transaction_manager_that_the_handler_means_is_that_of_its_endpoint() {
        WebApplicationContextRunner two = jdbc.withUserConfiguration(SecondOfOtherDatabase.class);

        two.withUserConfiguration(AskingHandlers.FirstByHandler.class)
                .run(context -> assertThat(context).hasNotFailed());
        assertRefused(two, AskingHandlers.SecondByHandler.class, "manages another data source", "Name another");
        assertRefused(two, AskingHandlers.SecondByType.class, "manages another data source", "Name another");
        assertRefused(two, AskingHandlers.NoneByHandler.class, "no transaction manager named 'third'", "first, second");
    }

    @Test
    void a_handler_behind_a_proxy_of_its_interface_is_looked_at_too() {
        assertRefused(
                unmanaged.withUserConfiguration(ManagedByInterface.class),
                AskingHandlers.OfProxiedType.class,
                "says REQUIRES_NEW",
                "Remove the propagation");
    }

    @Test
    void a_placeholder_in_a_timeout_is_resolved() {
        for (WebApplicationContextRunner each : List.of(jdbc, unmanaged)) {
            each.withUserConfiguration(AskingHandlers.Placeholder.class)
                    .withPropertyValues("seconds=7")
                    .run(context -> assertThat(context).hasNotFailed());
        }
    }

    private static void assertRefused(
            WebApplicationContextRunner runner, Class<?> handler, String said, String action) {
        runner.withUserConfiguration(handler)
                .run(context -> assertThat(context)
                        .getFailure()
                        .isInstanceOfSatisfying(IdempotencyConfigurationException.class, wrong -> {
                            assertThat(wrong)
                                    .hasMessageContaining("POST /handler")
                                    .hasMessageContaining(said);
                            assertThat(wrong.action()).contains(action);
                        }));
    }

    @Configuration(proxyBeanMethods = false)
    @EnableTransactionManagement(proxyTargetClass = true)
    static class Managed {}

    @Configuration(proxyBeanMethods = false)
    @EnableTransactionManagement
    static class ManagedByInterface {}

    @Configuration(proxyBeanMethods = false)
    static class FirstIsPrimary {

        @Bean
        @Primary
        JdbcTransactionManager first(DataSource dataSource) {
            return new JdbcTransactionManager(dataSource);
        }

        @Bean
        JdbcTransactionManager second(DataSource dataSource) {
            return new JdbcTransactionManager(dataSource);
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class SecondOfOtherDatabase {

        @Bean
        JdbcTransactionManager first(DataSource dataSource) {
            return new JdbcTransactionManager(dataSource);
        }

        @Bean
        JdbcTransactionManager second() {
            return new JdbcTransactionManager(Database.create().dataSource());
        }
    }
}
