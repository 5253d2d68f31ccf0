package dev.idempotency.queues;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.idempotency.core.template.IdempotencyTemplate;
import dev.idempotency.core.template.IdempotentResult;
import dev.idempotency.testbed.Database;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.modulith.events.ApplicationModuleListener;
import org.springframework.scheduling.annotation.EnableAsync;
import org.springframework.transaction.event.TransactionPhase;
import org.springframework.transaction.event.TransactionalEventListener;

/** What listeners get of events that work publishes in the transaction of its record. */
class EventsOfCallsTest {

    record Booked(String invoice) {}

    private final Database database = Database.create();
    private ConfigurableApplicationContext application;

    static class Listeners {

        private final JdbcClient jdbc;
        private final List<String> heard = new CopyOnWriteArrayList<>();
        private boolean failing;

        Listeners(JdbcClient jdbc) {
            this.jdbc = jdbc;
        }

        List<String> heard() {
            return heard;
        }

        void fail(boolean fails) {
            failing = fails;
        }

        @TransactionalEventListener(phase = TransactionPhase.BEFORE_COMMIT)
        void beforeCommit(Booked event) {
            if (failing) {
                throw new IllegalStateException("planted");
            }
            jdbc.sql("INSERT INTO booking VALUES (?)")
                    .param("also " + event.invoice())
                    .update();
            heard.add("before");
        }

        @TransactionalEventListener
        void afterCommit(Booked event) {
            heard.add("after, with " + committed() + " records");
        }

        private int committed() {
            return jdbc.sql("SELECT count(*) FROM idempotency_record")
                    .query(Integer.class)
                    .single();
        }

        @TransactionalEventListener(phase = TransactionPhase.AFTER_ROLLBACK)
        void afterRollback(Booked event) {
            heard.add("rolled back");
        }

        @ApplicationModuleListener
        void inModule(Booked event) {
            heard.add("module");
        }
    }

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    @EnableAsync
    static class Application {

        @Bean
        Listeners listeners(JdbcClient jdbc) {
            return new Listeners(jdbc);
        }
    }

    @BeforeEach
    void start() {
        application = new SpringApplicationBuilder(Application.class)
                .run(
                        "--spring.main.banner-mode=off",
                        "--spring.modulith.events.jdbc.schema-initialization.enabled=true",
                        "--namastack.outbox.enabled=false",
                        "--idempotency.store=jdbc",
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
    void listeners_hear_of_work_that_was_committed_and_of_nothing_that_is_replayed() {
        assertThat(call()).isInstanceOf(IdempotentResult.Ran.class);
        await().atMost(Duration.ofSeconds(30)).until(() -> heard().contains("module"));
        assertThat(heard()).startsWith("before", "after, with 1 records").hasSize(3);

        assertThat(call()).isInstanceOf(IdempotentResult.Replayed.class);

        assertThat(heard()).hasSize(3);
        assertThat(bookings()).isEqualTo(2);
        // one for each listener after the commit
        assertThat(publications()).isEqualTo(2);
    }

    @Test
    void work_that_is_undone_is_heard_of_by_nobody_but_who_asks_for_rollbacks() {
        assertThatThrownBy(() -> application
                        .getBean(IdempotencyTemplate.class)
                        .operation("book-invoice")
                        .key("1")
                        .transactional()
                        .run(() -> {
                            book();
                            throw new IllegalStateException("planted");
                        }))
                .hasMessage("planted");

        assertThat(heard()).containsExactly("rolled back");
        assertThat(bookings()).isZero();
        assertThat(publications()).isZero();
    }

    @Test
    void a_listener_that_fails_before_the_commit_undoes_work_and_record() {
        application.getBean(Listeners.class).fail(true);
        assertThatThrownBy(this::call).hasMessage("planted");
        assertThat(bookings()).isZero();

        application.getBean(Listeners.class).fail(false);
        assertThat(call()).isInstanceOf(IdempotentResult.Ran.class);
        assertThat(bookings()).isEqualTo(2);
    }

    private IdempotentResult<String> call() {
        return application
                .getBean(IdempotencyTemplate.class)
                .operation("book-invoice")
                .key("1")
                .transactional()
                .run(String.class, this::book);
    }

    private String book() {
        application
                .getBean(JdbcClient.class)
                .sql("INSERT INTO booking VALUES ('1')")
                .update();
        application.publishEvent(new Booked("1"));
        return "booked";
    }

    private List<String> heard() {
        return application.getBean(Listeners.class).heard();
    }

    private int bookings() {
        return count("booking");
    }

    private int publications() {
        return count("event_publication");
    }

    private int count(String table) {
        return JdbcClient.create(database.dataSource())
                .sql("SELECT count(*) FROM " + table)
                .query(Integer.class)
                .single();
    }
}
