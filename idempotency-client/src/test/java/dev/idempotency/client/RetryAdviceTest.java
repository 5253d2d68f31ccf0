package dev.idempotency.client;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.EOFException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.ConnectException;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.security.cert.CertificateException;
import java.time.Duration;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CancellationException;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;
import javax.net.ssl.SSLHandshakeException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class RetryAdviceTest {

    static Stream<Throwable> worthAnother() {
        return Stream.of(
                new ConnectException("refused"),
                new UnknownHostException("host"),
                new SocketTimeoutException("read"),
                new EOFException(),
                new IllegalStateException(new UncheckedIOException(new IOException("reset"))),
                new TimeoutException(),
                new SSLHandshakeException("Remote host terminated the handshake"));
    }

    static Stream<Throwable> notWorthAnother() {
        return Stream.of(
                new IllegalArgumentException("URI is not absolute"),
                new IOException(new InterruptedException()),
                new CancellationException(),
                new SSLHandshakeException("PKIX").initCause(new CertificateException("expired")));
    }

    @ParameterizedTest
    @MethodSource("worthAnother")
    void a_broken_connection_or_a_timeout_is_worth_another_attempt(Throwable failure) {
        assertThat(RetryAdvice.on(failure)).isInstanceOf(RetryAdvice.Again.class);
    }

    @ParameterizedTest
    @MethodSource("notWorthAnother")
    void what_will_not_go_away_is_not(Throwable failure) {
        assertThat(RetryAdvice.on(failure)).isEqualTo(new RetryAdvice.Never(false));
    }

    @Test
    void a_cause_that_leads_in_a_circle_ends() {
        IllegalStateException one = new IllegalStateException();
        IllegalStateException two = new IllegalStateException(one);
        one.initCause(two);

        assertThat(RetryAdvice.on(one)).isEqualTo(new RetryAdvice.Never(false));
    }

    @Test
    void a_time_in_the_past_is_now_and_a_number_without_end_is_very_long() {
        assertThat(pause("Retry-After", "Tue, 01 Jan 2008 09:00:00 GMT", "Date", "Tue, 01 Jan 2008 10:00:00 GMT"))
                .isEqualTo(Duration.ZERO);
        assertThat(pause("Retry-After", "Tue Jan  1 10:00:30 2008", "Date", "Tue, 01 Jan 2008 10:00:00 GMT"))
                .isEqualTo(Duration.ofSeconds(30));
        assertThat(pause("Retry-After", "9".repeat(40), "", "")).isGreaterThan(Duration.ofDays(1_000));
    }

    @Test
    void without_the_date_of_the_answer_our_own_clock_counts() {
        assertThat(pause("Retry-After", "Tue, 01 Jan 2999 10:00:00 GMT", "", ""))
                .isGreaterThan(Duration.ofDays(1_000));
    }

    @Test
    void a_body_of_any_bytes_is_no_obstacle() {
        Random random = new Random(21);
        String alphabet = "{}[]\",:\\ truefalse1\n\"code\"\"retryable\"";
        for (int i = 0; i < 20_000; i++) {
            StringBuilder body = new StringBuilder();
            for (int length = random.nextInt(60); length > 0; length--) {
                body.append(alphabet.charAt(random.nextInt(alphabet.length())));
            }
            byte[] bytes = body.toString().getBytes(StandardCharsets.UTF_8);
            assertThat(RetryAdvice.on(answer(503, bytes, Map.of("Content-Type", "application/json"))))
                    .isNotNull();
        }
    }

    @Test
    void a_code_in_another_object_is_not_the_code_of_the_error() {
        String body = "{\"detail\":{\"code\":\"idempotency_key_reused\"},\"codes\":[\"idempotency_key_reused\"]}";

        assertThat(RetryAdvice.on(
                        answer(503, body.getBytes(StandardCharsets.UTF_8), Map.of("Content-Type", "application/json"))))
                .isInstanceOf(RetryAdvice.Again.class);
    }

    @ParameterizedTest
    @CsvSource({
        "X-Should-Retry, maybe, true",
        "X-Should-Retry, FALSE, false",
        "Stripe-Should-Retry, '', true",
        "X-None, '', true"
    })
    void a_hint_that_says_neither_yes_nor_no_leaves_it_to_the_status(String name, String value, boolean isAgain) {
        byte[] problem = "{\"retryable\":null}".getBytes(StandardCharsets.UTF_8);
        Map<String, String> headers = Map.of(name, value, "Content-Type", "application/problem+json");

        assertThat(RetryAdvice.on(answer(503, problem, headers)) instanceof RetryAdvice.Again)
                .isEqualTo(isAgain);
    }

    private static Duration pause(String name, String value, String second, String secondValue) {
        RetryAdvice advice = RetryAdvice.on(answer(503, new byte[0], Map.of(name, value, second, secondValue)));
        return ((RetryAdvice.Again) advice).notBefore().orElseThrow();
    }

    private static CallAnswer answer(int status, byte[] body, Map<String, String> headers) {
        return new CallAnswer(status, headers::get, body);
    }
}
