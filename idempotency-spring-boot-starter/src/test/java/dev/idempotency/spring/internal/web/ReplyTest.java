package dev.idempotency.spring.internal.web;

import static org.assertj.core.api.Assertions.assertThat;

import dev.idempotency.core.record.RecordedAnswer;
import dev.idempotency.core.store.Reservation;
import dev.idempotency.spring.web.RequestOutcome;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.mock.web.MockHttpServletRequest;

class ReplyTest {

    @ParameterizedTest
    @ValueSource(ints = {100, 200, 599})
    void a_code_that_is_a_status_of_http_is_replayed(int code) {
        assertThat(to(code).outcome()).isEqualTo(RequestOutcome.REPLAYED);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 99, 600, 999})
    void a_code_that_http_does_not_have_is_answered_as_an_answer_that_is_not_available(int code) {
        assertThat(to(code).outcome()).isEqualTo(RequestOutcome.RESPONSE_UNAVAILABLE);
    }

    private static Reply to(int code) {
        return Reply.to(
                new Reservation.Replay(RecordedAnswer.of(code, List.of(), new byte[0]), Instant.EPOCH),
                new MockHttpServletRequest());
    }
}
