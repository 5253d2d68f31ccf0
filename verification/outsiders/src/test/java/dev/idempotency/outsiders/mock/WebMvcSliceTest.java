package dev.idempotency.outsiders.mock;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.webmvc.test.autoconfigure.WebMvcTest;
import org.springframework.test.web.servlet.assertj.MockMvcTester;

/** A slice has nowhere to keep records: handlers run as if no request had a key. */
@WebMvcTest(TicketController.class)
class WebMvcSliceTest {

    @Autowired
    private MockMvcTester mvc;

    @Test
    void a_handler_gets_a_context_though_nothing_protects_it() {
        assertThat(mvc.post().uri("/tickets/paid").header("Idempotency-Key", "one"))
                .hasStatus(200)
                .bodyText()
                .startsWith("false ");
    }

    @Test
    void an_annotated_handler_runs_without_a_key() {
        assertThat(mvc.post().uri("/tickets")).hasStatus(201).bodyText().startsWith("ticket ");
    }
}
