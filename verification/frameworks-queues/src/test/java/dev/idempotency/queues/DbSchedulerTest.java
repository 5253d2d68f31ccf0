package dev.idempotency.queues;

import com.github.kagkarlsson.scheduler.Scheduler;
import com.github.kagkarlsson.scheduler.task.helper.OneTimeTask;
import com.github.kagkarlsson.scheduler.task.helper.Tasks;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import javax.sql.DataSource;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.ApplicationRunner;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.jdbc.core.simple.JdbcClient;

/** db-scheduler executes a task again when its scheduler has missed four heartbeats. */
class DbSchedulerTest extends RecipeContract {

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    @Import({Booking.class, Stops.class})
    static class Application {

        private static final String TABLE = """
            CREATE TABLE IF NOT EXISTS scheduled_tasks (
                task_name text NOT NULL,
                task_instance text NOT NULL,
                task_data bytea,
                execution_time timestamptz NOT NULL,
                picked boolean NOT NULL,
                picked_by text,
                last_success timestamptz,
                last_failure timestamptz,
                consecutive_failures int,
                last_heartbeat timestamptz,
                version bigint NOT NULL,
                priority smallint,
                PRIMARY KEY (task_name, task_instance))
            """;

        public static void main(String[] arguments) {
            SpringApplication.run(Application.class, arguments);
        }

        /** The id of the instance is the key: it stays the same when the task is executed again. */
        @Bean
        OneTimeTask<Void> bookInvoice(Booking booking) {
            return Tasks.oneTime("book-invoice")
                    .execute((instance, context) -> booking.book(instance.getId(), call -> call.transactional()));
        }

        @Bean(destroyMethod = "stop")
        Scheduler scheduler(DataSource dataSource, JdbcClient jdbc, OneTimeTask<Void> bookInvoice) {
            jdbc.sql(TABLE).update();
            return Scheduler.create(dataSource, bookInvoice)
                    .pollingInterval(Duration.ofMillis(200))
                    .heartbeatInterval(Duration.ofMillis(500))
                    .missedHeartbeatsLimit(4)
                    .threads(1)
                    .build();
        }

        @Bean
        ApplicationRunner start(
                Scheduler scheduler, OneTimeTask<Void> bookInvoice, @Value("${invoice:}") String invoice) {
            return arguments -> {
                if (!invoice.isEmpty()) {
                    scheduler.schedule(bookInvoice.instance(invoice), Instant.now());
                }
                scheduler.start();
            };
        }
    }

    @Override
    Class<?> application() {
        return Application.class;
    }

    @Override
    List<String> settings() {
        return List.of(
                "--spring.modulith.events.jdbc.schema-initialization.enabled=true", "--namastack.outbox.enabled=false");
    }

    @Override
    boolean isDone(JdbcClient jdbc) {
        return jdbc.sql("SELECT count(*) FROM scheduled_tasks")
                        .query(Integer.class)
                        .single()
                == 0;
    }

    @Override
    boolean isCommittedByItself() {
        return true;
    }
}
