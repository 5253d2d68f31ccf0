package dev.idempotency.outsiders.mock;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.webmvc.test.autoconfigure.AutoConfigureMockMvc;
import org.springframework.test.web.servlet.assertj.MockMvcTester;

@SpringBootTest(properties = "idempotency.enabled=false")
@AutoConfigureMockMvc
class SwitchedOffTest {

    @Autowired
    private MockMvcTester mvc;

    @Test
    void a_handler_gets_a_context_where_idempotency_is_switched_off() {
        assertThat(mvc.post().uri("/tickets/paid").header("Idempotency-Key", "one"))
                .hasStatus(200)
                .bodyText()
                .startsWith("false ");
    }
}
