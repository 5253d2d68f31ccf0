package dev.idempotency.client.script;

import static org.assertj.core.api.Assertions.assertThat;

import dev.idempotency.client.CallListener;
import dev.idempotency.client.CallSettings;
import dev.idempotency.client.IdempotentCalls;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A server that is not there yet. */
class RefusedTest {

    @ParameterizedTest(name = "{0}")
    @EnumSource
    void a_server_that_starts_after_the_first_attempt_is_reached_by_the_second(ClientKind kind) throws Exception {
        int port = freePort();
        AtomicReference<ScriptedServer> started = new AtomicReference<>();
        IdempotentCalls calls = new IdempotentCalls(
                CallSettings.forHost("127.0.0.1").withPauses(Duration.ofMillis(20), Duration.ofSeconds(1)),
                new CallListener() {
                    @Override
                    public void attempted(String hostAlias, Outcome outcome) {
                        if (outcome == Outcome.FAILED && started.get() == null) {
                            started.set(new ScriptedServer(port, List.of(Reply.created())));
                        }
                    }
                });
        try {
            URI uri = URI.create("http://127.0.0.1:" + port + "/charges");

            assertThat(kind.post(calls, uri, new byte[] {'1'}).status()).isEqualTo(201);

            assertThat(started.get().seen()).hasSize(1);
        } finally {
            started.get().close();
        }
    }

    private static int freePort() {
        try (ServerSocket listener = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return listener.getLocalPort();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
