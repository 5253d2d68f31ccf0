package dev.idempotency.core.record;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RecordedAnswerTest {

    private static final List<Header> HEADERS = List.of(new Header("Location", "/secret-place"));
    private static final byte[] BODY = "secret-body".getBytes(StandardCharsets.UTF_8);

    @Test
    void a_kept_body_can_be_replayed() {
        RecordedAnswer response = RecordedAnswer.of(201, HEADERS, BODY);

        assertThat(response.isReplayable()).isTrue();
        assertThat(response.code()).isEqualTo(201);
        assertThat(response.headers()).isEqualTo(HEADERS);
        assertThat(response.body()).contains(BODY);
        assertThat(response.schemaVersion()).isEqualTo(RecordedAnswer.SCHEMA_VERSION);
    }

    @Test
    void an_empty_body_is_a_kept_body() {
        assertThat(RecordedAnswer.of(204, List.of(), new byte[0]).isReplayable())
                .isTrue();
    }

    @Test
    void without_its_body_nothing_can_be_replayed() {
        RecordedAnswer response = RecordedAnswer.withoutBody(200, HEADERS);

        assertThat(response.isReplayable()).isFalse();
        assertThat(response.body()).isEmpty();
    }

    @Test
    void what_a_newer_version_wrote_is_not_replayed() {
        assertThat(RecordedAnswer.stored(1, 200, List.of(), BODY).isReplayable())
                .isTrue();
        assertThat(RecordedAnswer.stored(2, 200, List.of(), BODY).isReplayable())
                .isFalse();
        assertThatIllegalArgumentException().isThrownBy(() -> RecordedAnswer.stored(0, 200, List.of(), BODY));
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 100, 599, 999})
    void a_code_has_up_to_three_digits(int code) {
        assertThat(RecordedAnswer.of(code, List.of(), BODY).code()).isEqualTo(code);
    }

    @ParameterizedTest
    @ValueSource(ints = {-1, 1000})
    void what_is_no_code_is_refused(int code) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> RecordedAnswer.of(code, List.of(), BODY))
                .withMessageContaining(Integer.toString(code));
    }

    @Test
    void responses_are_equal_when_every_part_is() {
        RecordedAnswer response = RecordedAnswer.of(201, HEADERS, BODY);

        assertThat(response)
                .isEqualTo(RecordedAnswer.of(201, HEADERS, BODY.clone()))
                .hasSameHashCodeAs(RecordedAnswer.of(201, HEADERS, BODY.clone()))
                .isNotEqualTo(RecordedAnswer.of(200, HEADERS, BODY))
                .isNotEqualTo(RecordedAnswer.of(201, List.of(), BODY))
                .isNotEqualTo(RecordedAnswer.of(201, HEADERS, new byte[0]))
                .isNotEqualTo(RecordedAnswer.withoutBody(201, HEADERS))
                .isNotEqualTo(RecordedAnswer.stored(2, 201, HEADERS, BODY))
                .isNotEqualTo("something else");
        assertThat(response.hashCode())
                .isNotEqualTo(RecordedAnswer.withoutBody(201, HEADERS).hashCode());
    }

    @Test
    void headers_do_not_change_with_the_list_they_came_from() {
        List<Header> headers = new ArrayList<>(HEADERS);
        RecordedAnswer response = RecordedAnswer.of(201, headers, BODY);

        headers.clear();

        assertThat(response.headers()).hasSize(1);
    }

    @Test
    void neither_body_nor_headers_are_shown() {
        assertThat(RecordedAnswer.of(201, HEADERS, BODY).toString()).isEqualTo("RecordedAnswer[code=201, 11 bytes]");
        assertThat(RecordedAnswer.withoutBody(200, HEADERS).toString()).isEqualTo("RecordedAnswer[code=200, no body]");
        assertThat(HEADERS.get(0).toString()).isEqualTo("Location: …");
    }

    @ParameterizedTest
    @ValueSource(strings = {"a\rb", "a\nb", "a\0b", "\r\nSet-Cookie: evil=1"})
    void a_header_value_cannot_break_its_line(String value) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Header("Location", value))
                .withMessageContaining("Location");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " ", "a b", "a:b", "a\n", "ä", "\u007f"})
    void a_header_name_is_visible_ascii(String name) {
        assertThatIllegalArgumentException().isThrownBy(() -> new Header(name, "value"));
    }

    @Test
    void the_first_and_last_visible_characters_may_name_a_header() {
        assertThat(new Header("!~", "\t value ✓").value()).isEqualTo("\t value ✓");
    }

    @Test
    void tokens_and_durations_are_positive() {
        assertThatIllegalArgumentException().isThrownBy(() -> Records.hold(0)).withMessageContaining("not 0");
        assertThatIllegalArgumentException().isThrownBy(() -> Records.lease(0)).withMessageContaining("not 0");
        assertThat(Records.lease(1).token()).isOne();
        assertThat(Records.hold(1).token()).isOne();
        for (Duration none : List.of(Duration.ZERO, Duration.ofSeconds(-1))) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> new Lease(Records.ID, Records.FINGERPRINT, 1, "owner", none))
                    .withMessage("Lease must be longer than zero, not " + none);
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> Lifetime.from(Records.NOW, none))
                    .withMessage("Retention must be longer than zero, not " + none);
        }
    }

    @Test
    void a_late_decision_promises_a_whole_retention_anew_but_never_a_shorter_one() {
        Lifetime lifetime = Lifetime.from(Records.NOW, Duration.ofHours(24));
        Instant late = Records.NOW.plus(Duration.ofHours(23));

        assertThat(lifetime.finishedLate(late, Duration.ofHours(24)))
                .isEqualTo(new Lifetime(Records.NOW, late, late, late.plus(Duration.ofHours(24))));
        assertThat(lifetime.finishedLate(late, Duration.ofMinutes(1)))
                .isEqualTo(new Lifetime(Records.NOW, late, late, lifetime.expiresAt()));
    }
}
