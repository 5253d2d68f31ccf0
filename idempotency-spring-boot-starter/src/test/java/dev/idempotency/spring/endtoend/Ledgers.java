package dev.idempotency.spring.endtoend;

import dev.idempotency.spring.Idempotent;
import dev.idempotency.spring.Mode;
import dev.idempotency.spring.endpoint.IdempotentRoutes;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.dao.ConcurrencyFailureException;
import org.springframework.dao.QueryTimeoutException;
import org.springframework.http.ResponseEntity;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.TransactionTimedOutException;
import org.springframework.transaction.annotation.Isolation;
import org.springframework.transaction.annotation.Propagation;
import org.springframework.transaction.annotation.Transactional;
import org.springframework.transaction.support.AbstractPlatformTransactionManager;
import org.springframework.transaction.support.TransactionSynchronizationManager;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.bind.annotation.RestControllerAdvice;
import org.springframework.web.servlet.function.RouterFunction;
import org.springframework.web.servlet.function.RouterFunctions;
import org.springframework.web.servlet.function.ServerResponse;

/** Handlers in mode TRANSACTIONAL that tell which transaction they are in, and what {@code @Transactional} says on them. */
@Configuration(proxyBeanMethods = false)
class Ledgers {

    static volatile Runnable meanwhile = () -> {};

    /** The level of the database, and the name that Spring has for the transaction. */
    static String told(JdbcClient jdbc) {
        return jdbc.sql("SHOW transaction_isolation").query(String.class).single() + ", "
                + TransactionSynchronizationManager.getCurrentTransactionName();
    }

    private static void enter(JdbcClient jdbc) {
        jdbc.sql("INSERT INTO ledger DEFAULT VALUES").update();
    }

    @Retention(RetentionPolicy.RUNTIME)
    @Transactional(isolation = Isolation.SERIALIZABLE)
    @interface Strict {}

    @RestController
    @Idempotent(mode = Mode.TRANSACTIONAL)
    static class OfMethods {

        private final JdbcClient jdbc;

        OfMethods(JdbcClient jdbc) {
            this.jdbc = jdbc;
        }

        @PostMapping("/nothing-said")
        public String nothingSaid() {
            return told(jdbc);
        }

        @Transactional
        @PostMapping("/nothing-in-brackets")
        public String nothingInBrackets() {
            return told(jdbc);
        }

        @Transactional(isolation = Isolation.SERIALIZABLE)
        @PostMapping("/of-method")
        public String ofMethod() {
            return told(jdbc);
        }

        @Strict
        @PostMapping("/of-annotation")
        public String ofAnnotation() {
            return told(jdbc);
        }

        @Transactional(propagation = Propagation.MANDATORY, isolation = Isolation.REPEATABLE_READ)
        @PostMapping("/mandatory")
        public String mandatory() {
            return told(jdbc);
        }

        /** Reads what the other one writes and writes what the other one reads: one after the other, the second finds one row. */
        @Transactional(isolation = Isolation.SERIALIZABLE)
        @PostMapping("/count")
        public String count() {
            int before =
                    jdbc.sql("SELECT count(*) FROM ledger").query(Integer.class).single();
            meanwhile.run();
            enter(jdbc);
            return "after " + before;
        }

        @Transactional(timeout = 1, label = "short")
        @PostMapping("/late")
        public String late() {
            enter(jdbc);
            jdbc.sql("SELECT pg_sleep(30)").query(String.class).optional();
            return "never";
        }

        @Transactional(timeout = 1)
        @PostMapping("/late-and-caught")
        public ResponseEntity<String> lateAndCaught() {
            enter(jdbc);
            try {
                jdbc.sql("SELECT pg_sleep(30)").query(String.class).optional();
            } catch (QueryTimeoutException late) {
                return ResponseEntity.unprocessableContent().body("caught");
            }
            return ResponseEntity.ok("never");
        }

        @Transactional(timeout = 60)
        @PostMapping("/in-time")
        public String inTime() {
            enter(jdbc);
            return told(jdbc);
        }

        @PostMapping("/stopped-by-the-server")
        public String stoppedByTheServer() {
            enter(jdbc);
            jdbc.sql("SET LOCAL statement_timeout = 100").update();
            jdbc.sql("SELECT pg_sleep(30)").query(String.class).optional();
            return "never";
        }
    }

    @RestController
    @Idempotent(mode = Mode.TRANSACTIONAL)
    @Transactional(isolation = Isolation.REPEATABLE_READ)
    static class OfClass {

        private final JdbcClient jdbc;

        OfClass(JdbcClient jdbc) {
            this.jdbc = jdbc;
        }

        @PostMapping("/of-class")
        public String ofClass() {
            return told(jdbc);
        }

        @Transactional(isolation = Isolation.SERIALIZABLE)
        @PostMapping("/of-method-of-class")
        public String ofMethodOfClass() {
            return told(jdbc);
        }
    }

    @Transactional(isolation = Isolation.SERIALIZABLE)
    interface Ledger {

        @PostMapping("/of-interface")
        String ofInterface();
    }

    @RestController
    @Idempotent(mode = Mode.TRANSACTIONAL)
    static class OfInterface implements Ledger {

        private final JdbcClient jdbc;

        OfInterface(JdbcClient jdbc) {
            this.jdbc = jdbc;
        }

        @Override
        public String ofInterface() {
            return told(jdbc);
        }
    }

    /** As if it were of a library: protected by the name of its route. */
    @RestController
    static class OfLibrary {

        private final JdbcClient jdbc;

        OfLibrary(JdbcClient jdbc) {
            this.jdbc = jdbc;
        }

        @Transactional(isolation = Isolation.SERIALIZABLE)
        @PostMapping("/library/strict")
        public String strict() {
            return told(jdbc);
        }

        @PostMapping("/library/plain")
        public String plain() {
            return told(jdbc);
        }
    }

    /** A transaction that joins another one and asks for something else is refused. */
    @Configuration(proxyBeanMethods = false)
    static class Validating {

        @Bean
        static BeanPostProcessor validating() {
            return new BeanPostProcessor() {
                @Override
                public Object postProcessBeforeInitialization(Object bean, String name) {
                    if (bean instanceof AbstractPlatformTransactionManager transactions) {
                        transactions.setValidateExistingTransaction(true);
                    }
                    return bean;
                }
            };
        }
    }

    @RestControllerAdvice
    static class Advice {

        @ExceptionHandler
        ResponseEntity<String> conflict(ConcurrencyFailureException thrown) {
            return ResponseEntity.status(409).body("conflict");
        }

        /** A status that is stored by default. */
        @ExceptionHandler({QueryTimeoutException.class, TransactionTimedOutException.class})
        ResponseEntity<String> tooLate(Exception thrown) {
            return ResponseEntity.status(409).body("too late");
        }
    }

    @Bean
    RouterFunction<ServerResponse> ledgerRoutes(JdbcClient jdbc) {
        return RouterFunctions.route()
                .POST("/functional", request -> ServerResponse.ok().body(told(jdbc)))
                .build();
    }

    @Bean
    IdempotentRoutes ledgersAreIdempotent() {
        return new IdempotentRoutes()
                .post("/functional", settings -> settings.mode(Mode.TRANSACTIONAL))
                .post("/library/*", settings -> settings.mode(Mode.TRANSACTIONAL));
    }
}
