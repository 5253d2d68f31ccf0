package dev.idempotency.outsiders.mock;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.springframework.test.web.servlet.assertj.MockMvcTester;
import org.springframework.test.web.servlet.assertj.MvcTestResult;

/** What holds wherever MockMvc sends the requests through the filter. */
abstract class MockedTicketsContract {

    private final String key = UUID.randomUUID().toString();

    abstract MockMvcTester mvc();

    @Test
    void a_retry_is_answered_as_the_first_request_was() {
        MvcTestResult first = post("/tickets");
        MvcTestResult again = post("/tickets");

        assertThat(first).hasStatus(201).doesNotContainHeader("Idempotency-Replayed");
        assertThat(again).hasStatus(201).containsHeader("Idempotency-Replayed");
        assertThat(again).bodyText().isEqualTo(bodyOf(first)).startsWith("ticket ");
    }

    @Test
    void a_request_that_goes_on_asynchronously_is_replayed() {
        MvcTestResult first = post("/tickets/later");
        MvcTestResult again = post("/tickets/later");

        assertThat(first).hasStatus(200);
        assertThat(again).hasStatus(200).containsHeader("Idempotency-Replayed");
        assertThat(again).bodyText().isEqualTo(bodyOf(first)).startsWith("ticket ");
    }

    /** Nobody renders an error page. */
    @Test
    void an_error_that_was_sent_is_replayed() {
        MvcTestResult first = post("/tickets/sold-out");
        MvcTestResult again = post("/tickets/sold-out");

        assertThat(first).hasStatus(422).doesNotContainHeader("Idempotency-Replayed");
        assertThat(again).hasStatus(422).containsHeader("Idempotency-Replayed");
    }

    @Test
    void a_handler_gets_the_context_of_its_request() {
        MvcTestResult paid = post("/tickets/paid");

        assertThat(paid).hasStatus(200).bodyText().startsWith("true ");
    }

    private MvcTestResult post(String path) {
        return mvc().post().uri(path).header("Idempotency-Key", key).exchange();
    }

    private static String bodyOf(MvcTestResult result) {
        return new String(result.getResponse().getContentAsByteArray(), StandardCharsets.UTF_8);
    }
}
