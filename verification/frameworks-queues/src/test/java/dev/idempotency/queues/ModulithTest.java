package dev.idempotency.queues;

import java.util.List;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.ApplicationRunner;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.ApplicationEventPublisher;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.modulith.events.ApplicationModuleListener;
import org.springframework.scheduling.annotation.EnableAsync;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * Spring Modulith delivers an event again whose publication was not completed when its process ended. A listener has a transaction of its
 * own, which the call joins.
 */
class ModulithTest extends RecipeContract {

    record InvoiceReceived(String invoice) {}

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    @EnableAsync
    @Import({Booking.class, Stops.class})
    static class Application {

        public static void main(String[] arguments) {
            SpringApplication.run(Application.class, arguments);
        }

        @Bean
        Listener listener(Booking booking) {
            return new Listener(booking);
        }

        @Bean
        ApplicationRunner publish(
                ApplicationEventPublisher events,
                PlatformTransactionManager transactions,
                @Value("${invoice:}") String invoice) {
            return arguments -> {
                if (!invoice.isEmpty()) {
                    new TransactionTemplate(transactions)
                            .executeWithoutResult(status -> events.publishEvent(new InvoiceReceived(invoice)));
                }
            };
        }
    }

    static class Listener {

        private final Booking booking;

        Listener(Booking booking) {
            this.booking = booking;
        }

        @ApplicationModuleListener
        void on(InvoiceReceived event) {
            booking.book(event.invoice(), call -> call.joining());
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
                "--spring.modulith.events.republish-outstanding-events-on-restart=true",
                "--namastack.outbox.enabled=false");
    }

    @Override
    boolean isDone(JdbcClient jdbc) {
        return jdbc.sql("SELECT count(*) FROM event_publication WHERE completion_date IS NULL")
                        .query(Integer.class)
                        .single()
                == 0;
    }

    @Override
    boolean isCommittedByItself() {
        return false;
    }
}
