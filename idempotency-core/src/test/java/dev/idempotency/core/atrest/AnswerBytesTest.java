package dev.idempotency.core.atrest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.idempotency.core.record.Header;
import dev.idempotency.core.record.RecordedAnswer;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class AnswerBytesTest {

    private static final List<Header> HEADERS = List.of(new Header("A", "é"), new Header("B", ""));
    private static final byte[] BODY = {0, 1, -1};

    @Test
    void headers_and_body_come_back_as_they_were() {
        assertThat(AnswerBytes.read(201, AnswerBytes.of(HEADERS, BODY)))
                .isEqualTo(RecordedAnswer.of(201, HEADERS, BODY));
        assertThat(AnswerBytes.read(204, AnswerBytes.of(List.of(), new byte[0])))
                .isEqualTo(RecordedAnswer.of(204, List.of(), new byte[0]));
    }

    /** Answers stay for days: a later version must read what an earlier one has stored. */
    @Test
    void the_form_stays_as_it_is() {
        assertThat(HexFormat.of().formatHex(AnswerBytes.of(HEADERS, BODY)))
                .isEqualTo("00000002000000014100000002c3a90000000142000000000001ff");
    }

    @Test
    void what_is_no_answer_is_unreadable() {
        byte[] bytes = AnswerBytes.of(HEADERS, BODY);
        for (int length = 0; length < bytes.length - BODY.length; length++) {
            byte[] cut = Arrays.copyOf(bytes, length);
            assertThatThrownBy(() -> AnswerBytes.read(200, cut)).isInstanceOf(UnreadableResponseException.class);
        }
    }

    @Test
    void noise_is_read_or_unreadable_but_never_breaks_anything() {
        Random random = new Random(4711);
        for (int round = 0; round < 20_000; round++) {
            byte[] noise = AnswerBytes.of(HEADERS, BODY);
            noise[random.nextInt(noise.length)] = (byte) random.nextInt();
            noise[random.nextInt(noise.length)] = (byte) random.nextInt();
            assertThatCode(() -> readIfPossible(noise)).doesNotThrowAnyException();
        }
    }

    private static void readIfPossible(byte[] noise) {
        try {
            AnswerBytes.read(200, noise);
        } catch (UnreadableResponseException expected) {
            assertThat(expected).hasMessageContaining("answer");
        }
    }
}
