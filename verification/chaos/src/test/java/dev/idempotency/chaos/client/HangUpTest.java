package dev.idempotency.chaos.client;

import static org.assertj.core.api.Assertions.assertThat;

import dev.idempotency.chaos.client.HangUp.Ending;
import dev.idempotency.chaos.history.FaultKind;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class HangUpTest {

    private static final String REQUEST = "POST / HTTP/1.1\r\nContent-Length: 5\r\n\r\nhello";
    private static final Duration PATIENCE = Duration.ofSeconds(10);

    private final ServerSocket server;

    HangUpTest() throws IOException {
        server = new ServerSocket(0, 5, InetAddress.getLoopbackAddress());
    }

    @AfterEach
    void close() throws IOException {
        server.close();
    }

    @Test
    void a_client_that_leaves_while_it_sends_has_not_sent_everything() throws IOException {
        for (int seed = 0; seed < 20; seed++) {
            CompletableFuture<String> heard = CompletableFuture.supplyAsync(() -> heardBefore(""));

            assertThat(hangUp(seed, false).at(Departure.WHILE_SENDING, PATIENCE))
                    .isEqualTo(new Ending.Departed(FaultKind.LEFT_WHILE_SENDING));
            assertThat(heard.join()).hasSizeLessThan(REQUEST.length());
            assertThat(REQUEST).startsWith(heard.join());
        }
    }

    @Test
    void a_client_leaves_when_the_first_bytes_of_its_answer_are_there() throws IOException {
        CompletableFuture<String> heard = heard("HTTP/1.1 201 \r\nContent-Length: 9\r\n\r\nabc");

        assertThat(hangUp(1, true).at(Departure.WHILE_ANSWERED, PATIENCE))
                .isEqualTo(new Ending.Departed(FaultKind.LEFT_WHILE_PASSING));
        assertThat(heard.join()).isEqualTo(REQUEST);
    }

    @Test
    void an_answer_that_is_held_back_is_left_as_such() throws IOException {
        CompletableFuture<String> heard = heard("HTTP/1.1 201 \r\nContent-Length: 9\r\n\r\nabc");

        assertThat(hangUp(1, false).at(Departure.WHILE_ANSWERED, PATIENCE))
                .isEqualTo(new Ending.Departed(FaultKind.LEFT_WHILE_ANSWERED));
        assertThat(heard.join()).isEqualTo(REQUEST);
    }

    @Test
    void an_answer_that_is_no_success_is_read_to_its_end() throws IOException {
        CompletableFuture<String> heard = heard("HTTP/1.1 409 \r\nContent-Length: 3\r\n\r\nabc");

        Ending ending = hangUp(1, true).at(Departure.WHILE_ANSWERED, PATIENCE);

        assertThat(ending).isInstanceOfSatisfying(Ending.Answer.class, answer -> {
            assertThat(answer.reply().status()).isEqualTo(409);
            assertThat(answer.reply().body()).isEqualTo("abc");
        });
        assertThat(heard.join()).isEqualTo(REQUEST);
    }

    @Test
    void a_client_leaves_soon_after_it_has_sent_everything() throws IOException {
        CompletableFuture<String> heard = heard("");

        assertThat(hangUp(1, true).at(Departure.AFTER_SENDING, PATIENCE))
                .isEqualTo(new Ending.Departed(FaultKind.LEFT_AFTER_SENDING));
        assertThat(heard.join()).isEqualTo(REQUEST);
    }

    @Test
    void a_client_that_leaves_during_the_work_asks_first_whether_it_has_begun() throws IOException {
        CompletableFuture<String> question = CompletableFuture.supplyAsync(() -> {
            try (Socket working = server.accept()) {
                working.getInputStream();
                String asked = heardBefore("HTTP/1.1 200 \r\nContent-Length: 4\r\n\r\ntrue");
                return asked.lines().findFirst().orElse("");
            } catch (IOException e) {
                throw new IllegalStateException(e);
            }
        });

        assertThat(hangUp(1, true).at(Departure.WHILE_RUNNING, PATIENCE))
                .isEqualTo(new Ending.Departed(FaultKind.LEFT_WHILE_RUNNING));
        assertThat(question.join()).isEqualTo("GET /node/running?attempt=alice%2Fk.1 HTTP/1.1");
    }

    private HangUp hangUp(long seed, boolean passing) {
        return new HangUp(server.getLocalPort(), "alice/k.1", REQUEST, passing, new Random(seed));
    }

    private CompletableFuture<String> heard(String answer) {
        return CompletableFuture.supplyAsync(() -> heardBefore(answer));
    }

    private static boolean isWhole(String answer) {
        try {
            Wire.Reply.parse(answer);
            return true;
        } catch (EOFException cut) {
            return false;
        }
    }

    /** Takes a connection, answers what it has sent, and hears on until it leaves, or until it has what it was promised. */
    private String heardBefore(String answer) {
        StringBuilder heard = new StringBuilder();
        try (Socket client = server.accept()) {
            byte[] bytes = new byte[1_000];
            InputStream in = client.getInputStream();
            for (int n = in.read(bytes); n >= 0; n = in.read(bytes)) {
                heard.append(new String(bytes, 0, n, StandardCharsets.ISO_8859_1));
                client.getOutputStream().write(answer.getBytes(StandardCharsets.ISO_8859_1));
                if (isWhole(answer)) {
                    return heard.toString();
                }
            }
        } catch (SocketException reset) {
            return heard.toString();
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
        return heard.toString();
    }
}
