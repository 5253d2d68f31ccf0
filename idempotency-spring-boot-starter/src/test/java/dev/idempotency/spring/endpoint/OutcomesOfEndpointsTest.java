package dev.idempotency.spring.endpoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.springframework.test.web.servlet.request.MockMvcRequestBuilders.post;

import dev.idempotency.core.outcome.NotExecutedException;
import dev.idempotency.core.outcome.Outcome;
import dev.idempotency.core.outcome.OutcomeUnknownException;
import dev.idempotency.spring.Idempotent;
import dev.idempotency.spring.outcome.OutcomePolicy;
import java.io.EOFException;
import java.net.SocketTimeoutException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RestController;

class OutcomesOfEndpointsTest {

    private static final MvcFixture APPLICATION = new MvcFixture(defaults -> defaults, endpoint -> {}, Booked.class);

    @AfterAll
    static void close() {
        APPLICATION.close();
    }

    private static OutcomePolicy booked() throws Exception {
        return APPLICATION.send(post("/booked")).endpoint().orElseThrow().outcomes();
    }

    @Test
    void outcomes_follow_the_annotation_and_otherwise_the_policy() throws Exception {
        OutcomePolicy outcomes = booked();

        assertThat(outcomes.ofStatus(409)).isEqualTo(Outcome.RETRYABLE);
        assertThat(outcomes.ofStatus(502)).isEqualTo(Outcome.UNKNOWN);
        assertThat(outcomes.ofStatus(500)).isEqualTo(Outcome.RETRYABLE);
        assertThat(outcomes.ofStatus(404)).isEqualTo(Outcome.STORED);
        assertThat(outcomes.ofException(new RuntimeException(new SocketTimeoutException())))
                .as("named as retryable")
                .isEqualTo(Outcome.RETRYABLE);
        assertThat(outcomes.ofException(new IllegalStateException(new SocketTimeoutException())))
                .as("both kinds fit")
                .isEqualTo(Outcome.UNKNOWN);
        assertThat(outcomes.ofException(new RuntimeException())).isEqualTo(Outcome.RETRYABLE);
    }

    @Test
    void what_an_endpoint_knows_of_an_exception_counts_whatever_answer_was_made_of_it() throws Exception {
        OutcomePolicy outcomes = booked();

        assertThat(outcomes.ofTranslated(new SocketTimeoutException(), 400))
                .as("named as retryable")
                .isEqualTo(Outcome.RETRYABLE);
        assertThat(outcomes.ofTranslated(new IllegalStateException(), 400))
                .as("named as unknown")
                .isEqualTo(Outcome.UNKNOWN);
        assertThat(outcomes.ofTranslated(new RuntimeException(), 502))
                .as("a status that is named")
                .isEqualTo(Outcome.UNKNOWN);
        assertThat(outcomes.ofTranslated(new EOFException(), 409)).isEqualTo(Outcome.UNKNOWN);
        assertThat(outcomes.ofTranslated(new RuntimeException(), 404)).isEqualTo(Outcome.STORED);
    }

    @Test
    void what_a_handler_says_counts_whatever_the_policy() {
        OutcomePolicy stores = new OutcomePolicy() {
            @Override
            public Outcome ofStatus(int status) {
                return Outcome.STORED;
            }

            @Override
            public Outcome ofException(Throwable thrown) {
                return Outcome.UNKNOWN;
            }
        };
        OutcomePolicy outcomes = DocumentedSettings.get()
                .outcomes(stores)
                .endpoint("POST /orders")
                .outcomes();

        assertThat(outcomes.ofException(new IllegalStateException(new NotExecutedException("full"))))
                .isEqualTo(Outcome.RETRYABLE);
        assertThat(outcomes.ofTranslated(new NotExecutedException("full"), 507)).isEqualTo(Outcome.RETRYABLE);
        assertThat(outcomes.ofTranslated(new OutcomeUnknownException("silent"), 507))
                .isEqualTo(Outcome.UNKNOWN);
        assertThat(outcomes.ofTranslated(new IllegalStateException(), 507)).isEqualTo(Outcome.STORED);
    }

    @RestController
    static class Booked {

        @PostMapping("/booked")
        @Idempotent(
                retryableOn = SocketTimeoutException.class,
                unknownOn = IllegalStateException.class,
                retryableStatuses = 409,
                unknownStatuses = {502, 503})
        void booked() {}
    }
}
