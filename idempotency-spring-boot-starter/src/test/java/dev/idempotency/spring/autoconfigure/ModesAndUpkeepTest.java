package dev.idempotency.spring.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;

import dev.idempotency.core.engine.LeaseRenewer;
import dev.idempotency.core.internal.reconcile.ReconcileJob;
import dev.idempotency.core.memory.InMemoryStore;
import dev.idempotency.core.operator.IdempotencyOperations;
import dev.idempotency.spring.Idempotent;
import dev.idempotency.spring.Mode;
import dev.idempotency.spring.internal.background.BackgroundWork;
import dev.idempotency.testbed.Database;
import java.time.Clock;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.DataSourceTransactionManagerAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.context.runner.WebApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.boot.webmvc.autoconfigure.WebMvcAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RestController;

/** What is there for both modes, and what an application lacks for one of them. */
@ExtendWith(OutputCaptureExtension.class)
class ModesAndUpkeepTest {

    private static final AutoConfigurations OURS = AutoConfigurations.of(
            IdempotencyAutoConfiguration.class,
            IdempotencyGuardAutoConfiguration.class,
            IdempotencyEngineAutoConfiguration.class,
            IdempotencyJdbcAutoConfiguration.class,
            IdempotencyTransactionAutoConfiguration.class,
            IdempotencyUpkeepAutoConfiguration.class,
            IdempotencyHandlersAutoConfiguration.class,
            IdempotencyWebMvcAutoConfiguration.class,
            WebMvcAutoConfiguration.class);

    private final WebApplicationContextRunner memory =
            new WebApplicationContextRunner().withConfiguration(OURS).withPropertyValues("idempotency.store=memory");

    private WebApplicationContextRunner jdbc() {
        return jdbc(Database.create());
    }

    private WebApplicationContextRunner jdbc(Database database) {
        return new WebApplicationContextRunner()
                .withConfiguration(OURS)
                .withConfiguration(AutoConfigurations.of(DataSourceAutoConfiguration.class))
                .withPropertyValues(
                        "idempotency.store=jdbc",
                        "spring.datasource.url=" + database.url(),
                        "spring.datasource.username=" + database.user(),
                        "spring.datasource.password=" + database.password());
    }

    @Test
    void a_store_is_looked_after_and_operated() {
        memory.run(context -> {
            assertThat(context)
                    .hasSingleBean(LeaseRenewer.class)
                    .hasSingleBean(ReconcileJob.class)
                    .hasSingleBean(IdempotencyOperations.class)
                    .hasSingleBean(BackgroundWork.class);
            assertThat(context.getBean(BackgroundWork.class).isRunning()).isTrue();
        });
    }

    @Test
    void a_node_may_leave_the_background_work_to_others() {
        memory.withPropertyValues("idempotency.upkeep.enabled=false")
                .run(context -> assertThat(context)
                        .doesNotHaveBean(BackgroundWork.class)
                        .hasSingleBean(IdempotencyOperations.class));
    }

    @Test
    void beans_of_the_application_take_the_place_of_ours() {
        LeaseRenewer own = new LeaseRenewer(new InMemoryStore(Clock.systemUTC(), 1));

        memory.withBean(LeaseRenewer.class, () -> own)
                .run(context -> assertThat(context.getBean(LeaseRenewer.class)).isSameAs(own));
    }

    @Test
    void nothing_works_in_the_background_without_a_store_or_when_switched_off() {
        new ApplicationContextRunner()
                .withConfiguration(OURS)
                .run(context -> assertThat(context).doesNotHaveBean(BackgroundWork.class));
        memory.withPropertyValues("idempotency.enabled=false")
                .run(context -> assertThat(context).doesNotHaveBean(BackgroundWork.class));
    }

    @Test
    void a_time_that_is_none_is_refused() {
        memory.withPropertyValues("idempotency.upkeep.sweep-every=0s")
                .run(context ->
                        assertThat(context).getFailure().rootCause().hasMessageContaining("upkeep.sweep-every"));
    }

    @Test
    void transactions_are_supported_by_the_only_transaction_manager() {
        jdbc().withConfiguration(AutoConfigurations.of(DataSourceTransactionManagerAutoConfiguration.class))
                .withUserConfiguration(OneTransaction.class)
                .run(context -> assertThat(context).hasNotFailed());
    }

    @Test
    void without_a_transaction_manager_an_endpoint_in_mode_transactional_stops_the_start() {
        jdbc().withUserConfiguration(OneTransaction.class)
                .run(context -> assertThat(context)
                        .getFailure()
                        .hasMessageContaining("POST /one")
                        .hasMessageContaining("there is no transaction manager"));
    }

    @Test
    void of_several_transaction_managers_one_must_be_named() {
        jdbc().withUserConfiguration(OneTransaction.class, TwoManagers.class)
                .run(context -> assertThat(context)
                        .getFailure()
                        .hasMessageContaining("there are several transaction managers"));
        jdbc().withUserConfiguration(NamedTransaction.class, TwoManagers.class)
                .run(context -> assertThat(context).hasNotFailed());
    }

    @Test
    void a_transaction_manager_of_another_database_is_refused() {
        jdbc().withUserConfiguration(OneTransaction.class)
                .withBean(
                        JdbcTransactionManager.class,
                        () -> new JdbcTransactionManager(Database.create().dataSource()))
                .run(context -> assertThat(context).getFailure().hasMessageContaining("manages another data source"));
    }

    @Test
    void a_server_that_is_less_patient_than_a_transaction_may_take_is_told_of(CapturedOutput output) {
        Database database = Database.create();
        database.execute("ALTER DATABASE " + database.name() + " SET idle_in_transaction_session_timeout = '5s'");

        jdbc(database).withPropertyValues("idempotency.transaction.timeout=5s").run(context -> {});
        assertThat(output).doesNotContain("idle_in_transaction_session_timeout");
        jdbc(database).withPropertyValues("idempotency.transaction.timeout=6s").run(context -> {});
        assertThat(output).contains("idle for 5000 ms (idle_in_transaction_session_timeout)", "may take 6000 ms");
        jdbc(database).run(context -> {});
        assertThat(output).contains("may take any time");
    }

    @Test
    void a_store_in_memory_goes_along_with_any_transaction_manager() {
        memory.withUserConfiguration(OneTransaction.class)
                .withBean(
                        JdbcTransactionManager.class,
                        () -> new JdbcTransactionManager(Database.create().dataSource()))
                .run(context -> assertThat(context).hasNotFailed());
        memory.withUserConfiguration(OneTransaction.class)
                .run(context ->
                        assertThat(context).getFailure().hasMessageContaining("there is no transaction manager"));
    }

    @RestController
    static class OneTransaction {

        @PostMapping("/one")
        @Idempotent(mode = Mode.TRANSACTIONAL)
        String one() {
            return "done";
        }
    }

    @RestController
    static class NamedTransaction {

        @PostMapping("/named")
        @Idempotent(mode = Mode.TRANSACTIONAL, transactionManager = "second")
        String named() {
            return "done";
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class TwoManagers {

        @Bean
        JdbcTransactionManager first(DataSource dataSource) {
            return new JdbcTransactionManager(dataSource);
        }

        @Bean
        JdbcTransactionManager second(DataSource dataSource) {
            return new JdbcTransactionManager(dataSource);
        }
    }
}
