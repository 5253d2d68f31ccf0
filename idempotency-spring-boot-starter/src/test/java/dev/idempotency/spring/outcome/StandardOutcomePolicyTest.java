package dev.idempotency.spring.outcome;

import static org.assertj.core.api.Assertions.assertThat;

import dev.idempotency.core.outcome.NotExecutedException;
import dev.idempotency.core.outcome.Outcome;
import dev.idempotency.core.outcome.OutcomeUnknownException;
import java.io.EOFException;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.UncheckedIOException;
import java.io.UnsupportedEncodingException;
import java.net.ConnectException;
import java.net.NoRouteToHostException;
import java.net.ProtocolException;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.net.http.HttpConnectTimeoutException;
import java.net.http.HttpTimeoutException;
import java.nio.channels.ClosedChannelException;
import java.nio.charset.MalformedInputException;
import java.nio.file.NoSuchFileException;
import java.util.concurrent.CancellationException;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLHandshakeException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.web.client.HttpServerErrorException;

class StandardOutcomePolicyTest {

    private final OutcomePolicy policy = new StandardOutcomePolicy();

    @ParameterizedTest
    @CsvSource({
        "200, STORED",
        "201, STORED",
        "204, STORED",
        "302, STORED",
        "304, STORED",
        "400, STORED",
        "402, STORED",
        "404, STORED",
        "407, STORED",
        "408, RETRYABLE",
        "409, STORED",
        "422, STORED",
        "424, STORED",
        "425, RETRYABLE",
        "426, STORED",
        "428, STORED",
        "429, RETRYABLE",
        "430, STORED",
        "499, STORED",
        "500, RETRYABLE",
        "501, RETRYABLE",
        "502, RETRYABLE",
        "503, RETRYABLE",
        "504, UNKNOWN",
        "505, RETRYABLE",
        "599, RETRYABLE"
    })
    void a_status_is_stored_retryable_or_unknown_as_the_contract_says(int status, Outcome outcome) {
        assertThat(policy.ofStatus(status)).isEqualTo(outcome);
    }

    @ParameterizedTest
    @MethodSource
    void a_timeout_or_broken_connection_is_unknown_however_deep_it_lies(Exception cause) {
        assertThat(policy.ofException(cause)).isEqualTo(Outcome.UNKNOWN);
        assertThat(policy.ofException(new IllegalStateException(new IOException(cause))))
                .isEqualTo(Outcome.UNKNOWN);
    }

    static Stream<Exception> a_timeout_or_broken_connection_is_unknown_however_deep_it_lies() {
        return Stream.of(
                new TimeoutException(),
                new InterruptedException(),
                new CancellationException(),
                HttpServerErrorException.create(HttpStatus.GATEWAY_TIMEOUT, "", HttpHeaders.EMPTY, new byte[0], null),
                new SocketTimeoutException(),
                new InterruptedIOException(),
                new HttpTimeoutException("slow"),
                new SocketException("Connection reset"),
                new EOFException(),
                new ClosedChannelException(),
                new IOException("Connection reset by peer"),
                new SSLException("closed"),
                new ProtocolException("no status line"));
    }

    @ParameterizedTest
    @MethodSource
    void whatever_certainly_had_no_effect_is_retryable(Exception cause) {
        assertThat(policy.ofException(cause)).isEqualTo(Outcome.RETRYABLE);
        assertThat(policy.ofException(new IllegalStateException(cause))).isEqualTo(Outcome.RETRYABLE);
    }

    static Stream<Exception> whatever_certainly_had_no_effect_is_retryable() {
        return Stream.of(
                new IllegalStateException(),
                new UncheckedIOException(new NoSuchFileException("receipt.txt")),
                new FileNotFoundException("receipt.txt"),
                new MalformedInputException(1),
                new UnsupportedEncodingException("none"),
                new IOException("no answer", new ConnectException("Connection refused")),
                new SSLHandshakeException("unknown certificate"),
                new ConnectException("Connection refused"),
                new NoRouteToHostException(),
                new UnknownHostException(),
                new HttpConnectTimeoutException("slow"));
    }

    @Test
    void what_the_handler_says_counts_before_what_its_causes_tell() {
        assertThat(policy.ofException(new NotExecutedException("not sent", new SocketTimeoutException())))
                .isEqualTo(Outcome.RETRYABLE);
        assertThat(policy.ofException(new OutcomeUnknownException("sent, perhaps", new ConnectException())))
                .isEqualTo(Outcome.UNKNOWN);
        assertThat(policy.ofException(new IllegalStateException(new OutcomeUnknownException("as a cause"))))
                .isEqualTo(Outcome.UNKNOWN);
        assertThat(policy.ofException(new SocketException().initCause(new NotExecutedException("as the root"))))
                .isEqualTo(Outcome.RETRYABLE);
        assertThat(policy.ofException(new NotExecutedException("both", new OutcomeUnknownException("both"))))
                .isEqualTo(Outcome.UNKNOWN);
    }

    @Test
    void what_the_handler_says_counts_whatever_answer_was_made_of_it() {
        assertThat(policy.ofTranslated(new NotExecutedException("busy"), 409)).isEqualTo(Outcome.RETRYABLE);
        assertThat(policy.ofTranslated(new NotExecutedException("late"), 504)).isEqualTo(Outcome.RETRYABLE);
        assertThat(policy.ofTranslated(new OutcomeUnknownException("silent"), 400))
                .isEqualTo(Outcome.UNKNOWN);
    }

    @Test
    void of_any_other_exception_the_answer_counts_unless_it_asks_for_a_retry_in_doubt() {
        assertThat(policy.ofTranslated(new IllegalStateException(), 402)).isEqualTo(Outcome.STORED);
        assertThat(policy.ofTranslated(new SocketTimeoutException(), 402)).isEqualTo(Outcome.STORED);
        assertThat(policy.ofTranslated(new IllegalStateException(), 502)).isEqualTo(Outcome.RETRYABLE);
        assertThat(policy.ofTranslated(new SocketTimeoutException(), 502)).isEqualTo(Outcome.UNKNOWN);
        assertThat(policy.ofTranslated(new IllegalStateException(), 504)).isEqualTo(Outcome.UNKNOWN);
    }

    @Test
    void a_chain_of_causes_that_bites_its_tail_ends() {
        Exception first = new Exception("first");
        Exception second = new Exception("second", first);
        first.initCause(second);

        assertThat(policy.ofException(first)).isEqualTo(Outcome.RETRYABLE);
    }

    @Test
    void an_error_is_retryable() {
        assertThat(policy.ofException(new OutOfMemoryError())).isEqualTo(Outcome.RETRYABLE);
    }
}
