package dev.idempotency.spring.endtoend;

import static org.assertj.core.api.Assertions.assertThat;

import dev.idempotency.core.outcome.NotExecutedException;
import dev.idempotency.core.outcome.OutcomeUnknownException;
import dev.idempotency.spring.Idempotent;
import dev.idempotency.spring.Mode;
import dev.idempotency.testbed.Database;
import java.io.Serial;
import java.net.http.HttpResponse;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RestController;

/** Handlers that say themselves how their work ended, on Tomcat and Postgres. */
class DeclaredOutcomesTest {

    private static OrdersApp app;

    private final String key = UUID.randomUUID().toString();

    @BeforeAll
    static void start() {
        app = OrdersApp.start(Database.create(), Map.of(), Handlers.class);
    }

    @AfterAll
    static void stop() {
        app.close();
    }

    @BeforeEach
    void reset() {
        Handlers.RUNS.set(0);
    }

    @Test
    void not_executed_is_503_and_the_retry_runs() {
        assertNotExecuted("/not-executed");
    }

    @Test
    void not_executed_as_a_root_cause_is_503_and_the_retry_runs() {
        assertNotExecuted("/not-executed-inside");
    }

    @Test
    void not_executed_in_a_transaction_is_503_and_the_retry_runs() {
        assertNotExecuted("/not-executed-in-transaction");
    }

    private void assertNotExecuted(String path) {
        HttpResponse<String> first = post(path);
        HttpResponse<String> again = post(path);

        assertThat(first.statusCode()).isEqualTo(503);
        assertThat(first.body()).contains("idempotency_not_executed", "\"retryable\":true");
        assertThat(first.headers().firstValue("Retry-After")).contains("1");
        assertThat(again.statusCode()).isEqualTo(503);
        assertThat(Handlers.RUNS).hasValue(2);
    }

    @Test
    void an_unknown_outcome_is_409_and_no_retry_runs() {
        assertUnknown("/unknown");
    }

    @Test
    void an_unknown_outcome_as_a_root_cause_is_409_and_no_retry_runs() {
        assertUnknown("/unknown-inside");
    }

    private void assertUnknown(String path) {
        HttpResponse<String> first = post(path);
        HttpResponse<String> again = post(path);

        assertThat(first.statusCode()).isEqualTo(409);
        assertThat(first.body()).contains("idempotency_outcome_unknown", "\"retryable\":true");
        assertThat(first.headers().firstValue("Retry-After")).contains("1");
        assertThat(again.statusCode()).isEqualTo(409);
        assertThat(again.body()).isEqualTo(first.body());
        assertThat(Handlers.RUNS).hasValue(1);
    }

    @Test
    void the_applications_own_answer_comes_first_and_the_retry_runs_whatever_it_is() {
        HttpResponse<String> first = post("/full");
        post("/full");

        assertThat(first.statusCode()).isEqualTo(422);
        assertThat(first.body()).isEqualTo("full");
        assertThat(first.headers().firstValue("Idempotency-Expires")).isEmpty();
        assertThat(Handlers.RUNS).hasValue(2);
    }

    @Test
    void an_unknown_outcome_in_a_transaction_is_an_error_like_any_other() {
        HttpResponse<String> first = post("/unknown-in-transaction");
        post("/unknown-in-transaction");

        assertThat(first.statusCode()).isEqualTo(500);
        assertThat(Handlers.RUNS).hasValue(2);
    }

    @Test
    void where_nothing_is_protected_it_is_an_error_like_any_other() {
        assertThat(post("/unprotected").statusCode()).isEqualTo(500);
        assertThat(Handlers.RUNS).hasValue(1);
    }

    private HttpResponse<String> post(String path) {
        return app.post(path, key, "{}");
    }

    private static final class FullException extends NotExecutedException {

        @Serial
        private static final long serialVersionUID = 1;

        FullException() {
            super("full");
        }
    }

    @RestController
    static class Handlers {

        static final AtomicInteger RUNS = new AtomicInteger();

        @PostMapping("/not-executed")
        @Idempotent
        void notExecuted() {
            RUNS.incrementAndGet();
            throw new NotExecutedException("The queue is full");
        }

        @PostMapping("/not-executed-inside")
        @Idempotent
        void notExecutedInside() {
            RUNS.incrementAndGet();
            throw new IllegalStateException(new RuntimeException(new NotExecutedException("The queue is full")));
        }

        @PostMapping("/not-executed-in-transaction")
        @Idempotent(mode = Mode.TRANSACTIONAL)
        void notExecutedInTransaction() {
            RUNS.incrementAndGet();
            throw new NotExecutedException("Too many at once");
        }

        @PostMapping("/unknown")
        @Idempotent
        void unknown() {
            RUNS.incrementAndGet();
            throw new OutcomeUnknownException("The provider's answer makes no sense");
        }

        @PostMapping("/unknown-inside")
        @Idempotent
        void unknownInside() {
            RUNS.incrementAndGet();
            throw new IllegalStateException(new OutcomeUnknownException("The provider's answer makes no sense"));
        }

        @PostMapping("/unknown-in-transaction")
        @Idempotent(mode = Mode.TRANSACTIONAL)
        void unknownInTransaction() {
            RUNS.incrementAndGet();
            throw new OutcomeUnknownException("Nobody will ask");
        }

        @PostMapping("/full")
        @Idempotent
        void full() {
            RUNS.incrementAndGet();
            throw new FullException();
        }

        @PostMapping("/unprotected")
        void unprotected() {
            RUNS.incrementAndGet();
            throw new OutcomeUnknownException("Nobody will ask");
        }

        @ExceptionHandler(FullException.class)
        ResponseEntity<String> full(FullException e) {
            return ResponseEntity.unprocessableContent().body(e.getMessage());
        }
    }
}
