package dev.idempotency.queues;

import io.namastack.outbox.Outbox;
import io.namastack.outbox.handler.OutboxRecordMetadata;
import io.namastack.outbox.handler.OutboxTypedHandler;
import java.util.List;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.ApplicationRunner;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.scheduling.annotation.EnableScheduling;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/** namastack-outbox gives a record to another instance when its own has missed its heartbeats. */
class NamastackTest extends RecipeContract {

    public record InvoiceReceived(String invoice) {}

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    @EnableScheduling
    @Import({Booking.class, Stops.class})
    static class Application {

        public static void main(String[] arguments) {
            SpringApplication.run(Application.class, arguments);
        }

        @Bean
        Handler handler(Booking booking) {
            return new Handler(booking);
        }

        @Bean
        ApplicationRunner schedule(
                Outbox outbox, PlatformTransactionManager transactions, @Value("${invoice:}") String invoice) {
            return arguments -> {
                if (!invoice.isEmpty()) {
                    new TransactionTemplate(transactions)
                            .executeWithoutResult(status -> outbox.schedule(new InvoiceReceived(invoice), invoice));
                }
            };
        }
    }

    static class Handler implements OutboxTypedHandler<InvoiceReceived> {

        private final Booking booking;

        Handler(Booking booking) {
            this.booking = booking;
        }

        @Override
        public void handle(InvoiceReceived event, OutboxRecordMetadata metadata) {
            booking.book(event.invoice(), call -> call.transactional());
        }
    }

    @Override
    Class<?> application() {
        return Application.class;
    }

    @Override
    List<String> settings() {
        return List.of(
                "--spring.modulith.events.jdbc.schema-initialization.enabled=true",
                // Spring Modulith has one of its own.
                "--namastack.outbox.multicaster.enabled=false",
                "--namastack.outbox.polling.fixed.interval=200ms",
                "--namastack.outbox.instance.heartbeat-interval=500ms",
                "--namastack.outbox.instance.stale-instance-timeout=2s",
                "--namastack.outbox.instance.rebalance-interval=500ms");
    }

    @Override
    boolean isDone(JdbcClient jdbc) {
        return jdbc.sql("SELECT count(*) FROM outbox_record WHERE status <> 'COMPLETED'")
                        .query(Integer.class)
                        .single()
                == 0;
    }

    @Override
    boolean isCommittedByItself() {
        return true;
    }
}
