package dev.idempotency.chaos.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.EOFException;
import org.junit.jupiter.api.Test;

class WireTest {

    @Test
    void an_answer_with_a_length_is_read() throws EOFException {
        Wire.Reply reply = Wire.Reply.parse("HTTP/1.1 201 \r\nLocation: /x\r\nContent-Length: 2\r\n\r\nab");

        assertThat(reply.status()).isEqualTo(201);
        assertThat(reply.header("location")).isEqualTo("/x");
        assertThat(reply.body()).isEqualTo("ab");
    }

    @Test
    void an_answer_in_chunks_is_read() throws EOFException {
        Wire.Reply reply =
                Wire.Reply.parse("HTTP/1.1 200 \r\nTransfer-Encoding: chunked\r\n\r\n2\r\nab\r\n1\r\nc\r\n0\r\n\r\n");

        assertThat(reply.body()).isEqualTo("abc");
    }

    @Test
    void an_answer_that_was_cut_off_is_none() {
        assertThatThrownBy(() -> Wire.Reply.parse("HTTP/1.1 201 \r\nContent-Le"))
                .isInstanceOf(EOFException.class);
        assertThatThrownBy(() -> Wire.Reply.parse("HTTP/1.1 201 \r\nContent-Length: 3\r\n\r\nab"))
                .isInstanceOf(EOFException.class);
        assertThatThrownBy(() -> Wire.Reply.parse("HTTP/1.1 200 \r\nTransfer-Encoding: chunked\r\n\r\n2\r\nab\r\n"))
                .isInstanceOf(EOFException.class);
    }
}
