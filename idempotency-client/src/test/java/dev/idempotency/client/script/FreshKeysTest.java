package dev.idempotency.client.script;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import dev.idempotency.client.CallSettings;
import dev.idempotency.client.IdempotentCalls;
import dev.idempotency.client.TestStepKeys;
import dev.idempotency.client.spring.IdempotentCallInterceptor;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;
import org.springframework.web.client.RestClient;

/** Somebody repeats around us, and each attempt has a key of its own: that is told once, without the key. */
class FreshKeysTest {

    private final ScriptedServer server = new ScriptedServer(List.of(Reply.status(503)));
    private final RestClient client = RestClient.builder()
            .requestInterceptor(new IdempotentCallInterceptor(
                    new IdempotentCalls(CallSettings.forHost("127.0.0.1").withMaxAttempts(1))))
            .defaultStatusHandler(status -> true, (request, response) -> {})
            .build();
    private final Logger logger = (Logger) LoggerFactory.getLogger("dev.idempotency.client");
    private final ListAppender<ILoggingEvent> log = new ListAppender<>();

    @BeforeEach
    void listen() {
        log.start();
        logger.addAppender(log);
    }

    @AfterEach
    void close() throws Exception {
        logger.detachAppender(log);
        TestStepKeys.handle(null);
        server.close();
    }

    @Test
    void the_same_call_with_another_key_right_after_a_failure_is_told_of_once() {
        post();
        post();
        post();

        assertThat(log.list)
                .singleElement()
                .satisfies(event -> assertThat(event.getFormattedMessage())
                        .contains("POST to 127.0.0.1", "IdempotentCalls.within")
                        .doesNotContain(
                                server.seen().get(1).values("Idempotency-Key").get(0)));
    }

    @Test
    void a_counted_key_is_another_one_on_each_attempt_too() {
        TestStepKeys.handle(step -> "downstream-" + step.hashCode());
        post();
        post();

        assertThat(log.list)
                .singleElement()
                .satisfies(event -> assertThat(event.getFormattedMessage()).contains("IdempotentCalls.STEP"));
    }

    @Test
    void repeats_with_one_key_are_fine() {
        IdempotentCalls.within("checkout", () -> {
            post();
            post();
            return null;
        });

        assertThat(log.list).isEmpty();
    }

    private void post() {
        client.post().uri(server.uri()).retrieve().toBodilessEntity();
    }
}
