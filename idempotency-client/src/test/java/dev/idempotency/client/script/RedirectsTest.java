package dev.idempotency.client.script;

import static org.assertj.core.api.Assertions.assertThat;

import dev.idempotency.client.CallSettings;
import dev.idempotency.client.IdempotentCalls;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A server that sends its clients to a host that was not named. */
class RedirectsTest {

    private final IdempotentCalls calls = new IdempotentCalls(
            CallSettings.forHost("127.0.0.1").withPauses(Duration.ofMillis(10), Duration.ofSeconds(1)));

    /** Whether to follow is the client's business; those that do send what they have sent before, and the key with it. */
    @ParameterizedTest(name = "{0}")
    @EnumSource
    void a_redirect_is_an_answer_and_is_followed_once_or_not_at_all(ClientKind kind) throws Exception {
        for (int status : List.of(302, 303, 307, 308)) {
            try (ScriptedServer stranger = new ScriptedServer(List.of(Reply.created()));
                    ScriptedServer named = new ScriptedServer(List.of(Reply.status(
                            status,
                            "Location: http://localhost:" + stranger.uri().getPort() + "/elsewhere")))) {
                try {
                    kind.post(calls, named.uri(), new byte[] {'1'});
                } catch (Exception refused) {
                    // HttpURLConnection in the hands of Feign fails where it would have to send the body again.
                }

                assertThat(named.seen()).hasSize(1);
                assertThat(stranger.seen()).hasSizeLessThanOrEqualTo(1);
            }
        }
    }
}
