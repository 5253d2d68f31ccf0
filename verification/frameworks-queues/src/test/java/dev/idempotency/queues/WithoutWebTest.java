package dev.idempotency.queues;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.idempotency.core.reconcile.ReconcileResult;
import dev.idempotency.core.reconcile.Reconciler;
import dev.idempotency.core.reconcile.UnknownRun;
import dev.idempotency.core.template.IdempotencyTemplate;
import dev.idempotency.core.template.IdempotentResult;
import dev.idempotency.core.template.KeyedOperation;
import dev.idempotency.testbed.Database;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;
import org.springframework.util.ClassUtils;

/** An application with JDBC and nothing of the web: not even the servlet API is there. All of the background work is. */
class WithoutWebTest {

    record Invoice(long cents) {}

    record Receipt(String id, long cents) {}

    private final Database database = Database.create();
    private ConfigurableApplicationContext application;

    /** It takes the template, and so the application has the table without saying so. */
    static class Ledger {

        private final IdempotencyTemplate idempotency;
        private final JdbcClient jdbc;

        Ledger(IdempotencyTemplate idempotency, JdbcClient jdbc) {
            this.idempotency = idempotency;
            this.jdbc = jdbc;
        }

        KeyedOperation call(String key) {
            return idempotency.operation("book-invoice").key(key).request(new Invoice(4711));
        }

        Receipt book(String key) {
            jdbc.sql("INSERT INTO booking (invoice) VALUES (?)").param(key).update();
            return new Receipt("receipt of " + key, 4711);
        }
    }

    /** It knows that what was lost was done. */
    record FoundOut(IdempotencyTemplate idempotency) implements Reconciler {

        @Override
        public boolean handles(String operation) {
            return operation.equals("book-invoice");
        }

        @Override
        public ReconcileResult find(UnknownRun run) {
            return new ReconcileResult.Executed(idempotency.answerOf(new Receipt("found out", 4711)));
        }
    }

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    static class Application {

        @Bean
        Ledger ledger(IdempotencyTemplate idempotency, JdbcClient jdbc) {
            return new Ledger(idempotency, jdbc);
        }

        @Bean
        FoundOut foundOut(IdempotencyTemplate idempotency) {
            return new FoundOut(idempotency);
        }
    }

    @BeforeEach
    void start() {
        application = new SpringApplicationBuilder(Application.class)
                .run(
                        "--spring.main.banner-mode=off",
                        "--spring.modulith.events.jdbc.schema-initialization.enabled=true",
                        "--namastack.outbox.enabled=false",
                        "--idempotency.upkeep.sweep-every=100ms",
                        "--idempotency.upkeep.reap-every=100ms",
                        "--idempotency.reconciliation.every=100ms",
                        "--spring.datasource.url=" + database.url(),
                        "--spring.datasource.username=" + database.user(),
                        "--spring.datasource.password=" + database.password());
        database.execute("CREATE TABLE booking (invoice text)");
    }

    @AfterEach
    void stop() {
        application.close();
    }

    @Test
    void nothing_of_the_web_is_there() {
        assertThat(ClassUtils.isPresent("jakarta.servlet.Servlet", getClass().getClassLoader()))
                .isFalse();
        assertThat(application.getClass().getSimpleName()).doesNotContain("Web");
    }

    @Test
    void the_template_runs_in_all_ways() {
        Ledger ledger = application.getBean(Ledger.class);
        TransactionTemplate transaction =
                new TransactionTemplate(application.getBean(PlatformTransactionManager.class));

        for (int i = 0; i < 2; i++) {
            boolean first = i == 0;
            assertBooked(
                    first, "leased", ledger.call("leased").lease().run(Receipt.class, () -> ledger.book("leased")));
            assertBooked(first, "own", ledger.call("own").transactional().run(Receipt.class, () -> ledger.book("own")));
            assertBooked(
                    first,
                    "joined",
                    transaction.execute(
                            status -> ledger.call("joined").joining().run(Receipt.class, () -> ledger.book("joined"))));
        }
        assertThat(bookings()).isEqualTo(3);
    }

    private static void assertBooked(boolean first, String key, IdempotentResult<Receipt> result) {
        Receipt receipt = new Receipt("receipt of " + key, 4711);
        assertThat(result)
                .isEqualTo(first ? new IdempotentResult.Ran<>(receipt) : new IdempotentResult.Replayed<>(receipt));
    }

    /** As if another process had died in its work. */
    @Test
    void a_lost_run_is_swept_and_found_out_about() {
        Ledger ledger = application.getBean(Ledger.class);
        ledger.call("lost").lease().run(Receipt.class, () -> ledger.book("lost"));
        jdbc().sql("""
                UPDATE idempotency_record
                SET state = 'in_progress', lease_until = clock_timestamp(), finished_at = NULL,
                    response_version = NULL, response_status = NULL, response_headers = NULL, response_body = NULL
                """).update();

        await().atMost(Duration.ofSeconds(30)).until(() -> state("lost").equals("completed"));

        assertThat(ledger.call("lost").lease().run(Receipt.class, () -> ledger.book("lost")))
                .isEqualTo(new IdempotentResult.Replayed<>(new Receipt("found out", 4711)));
        assertThat(bookings()).isOne();
    }

    @Test
    void a_lease_is_renewed_for_as_long_as_the_work_lasts() {
        Ledger ledger = application.getBean(Ledger.class);

        IdempotentResult<Receipt> result = ledger.call("slow")
                .lease(Duration.ofSeconds(1))
                .run(Receipt.class, () -> {
                    await().atMost(Duration.ofSeconds(30))
                            .until(() -> jdbc().sql(
                                            "SELECT lease_until > created_at + interval '3 seconds' FROM idempotency_record")
                                    .query(Boolean.class)
                                    .single());
                    return ledger.book("slow");
                });

        assertThat(result).isInstanceOf(IdempotentResult.Ran.class);
    }

    @Test
    void an_expired_record_is_reaped() {
        Ledger ledger = application.getBean(Ledger.class);
        ledger.call("old").keepFor(Duration.ofMillis(1)).transactional().run(Receipt.class, () -> ledger.book("old"));

        await().atMost(Duration.ofSeconds(30))
                .until(() -> jdbc().sql("SELECT count(*) FROM idempotency_record")
                                .query(Integer.class)
                                .single()
                        == 0);
    }

    private String state(String key) {
        return jdbc().sql("SELECT state FROM idempotency_record WHERE key = ?")
                .param(key)
                .query(String.class)
                .single();
    }

    private int bookings() {
        return jdbc().sql("SELECT count(*) FROM booking").query(Integer.class).single();
    }

    private JdbcClient jdbc() {
        return JdbcClient.create(database.dataSource());
    }
}
