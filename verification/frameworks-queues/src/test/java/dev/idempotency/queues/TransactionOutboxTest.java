package dev.idempotency.queues;

import com.gruelbox.transactionoutbox.Dialect;
import com.gruelbox.transactionoutbox.Persistor;
import com.gruelbox.transactionoutbox.SpringInstantiator;
import com.gruelbox.transactionoutbox.SpringTransactionManager;
import com.gruelbox.transactionoutbox.SpringTransactionOutboxConfiguration;
import com.gruelbox.transactionoutbox.TransactionOutbox;
import java.time.Duration;
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
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * transaction-outbox calls inside of the transaction that also removes the entry: the call joins that. So a committed
 * call is not repeated, unless the entry was made twice.
 */
class TransactionOutboxTest extends RecipeContract {

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    @EnableScheduling
    @Import({Booking.class, Stops.class, SpringTransactionOutboxConfiguration.class})
    static class Application {

        public static void main(String[] arguments) {
            SpringApplication.run(Application.class, arguments);
        }

        @Bean
        TransactionOutbox outbox(SpringInstantiator instantiator, SpringTransactionManager transactions) {
            return TransactionOutbox.builder()
                    .instantiator(instantiator)
                    .transactionManager(transactions)
                    .persistor(Persistor.forDialect(Dialect.POSTGRESQL_9))
                    .attemptFrequency(Duration.ofMillis(500))
                    .build();
        }

        @Bean
        Invoices invoices(Booking booking) {
            return new Invoices(booking);
        }

        @Bean
        Flushing flushing(TransactionOutbox outbox) {
            return new Flushing(outbox);
        }

        @Bean
        ApplicationRunner schedule(
                TransactionOutbox outbox, PlatformTransactionManager manager, @Value("${invoice:}") String invoice) {
            return arguments -> {
                if (!invoice.isEmpty()) {
                    new TransactionTemplate(manager)
                            .executeWithoutResult(
                                    status -> outbox.schedule(Invoices.class).book(invoice));
                }
            };
        }
    }

    /** Called by the outbox; it makes a proxy of the class to note down the call. */
    public static class Invoices {

        private final Booking booking;

        Invoices(Booking booking) {
            this.booking = booking;
        }

        public void book(String invoice) {
            booking.book(invoice, call -> call.joining());
        }
    }

    static class Flushing {

        private final TransactionOutbox outbox;

        Flushing(TransactionOutbox outbox) {
            this.outbox = outbox;
        }

        @Scheduled(fixedDelay = 300)
        void flush() {
            outbox.flush();
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
        return jdbc.sql("SELECT count(*) FROM txno_outbox WHERE NOT processed")
                        .query(Integer.class)
                        .single()
                == 0;
    }

    @Override
    boolean isCommittedByItself() {
        return false;
    }

    /** The entry was removed by the same commit. */
    @Override
    boolean isDeliveredAgain(Stop stop) {
        return stop != Stop.AFTER_COMMIT;
    }
}
