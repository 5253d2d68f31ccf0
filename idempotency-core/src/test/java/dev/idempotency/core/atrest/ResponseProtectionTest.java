package dev.idempotency.core.atrest;

import static org.assertj.core.api.Assertions.assertThat;

import dev.idempotency.core.fingerprint.Fingerprint;
import dev.idempotency.core.key.IdempotencyKey;
import dev.idempotency.core.record.RecordId;
import dev.idempotency.core.record.RecordedAnswer;
import dev.idempotency.core.scope.Scope;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Test;

class ResponseProtectionTest {

    private static final Fingerprint REQUEST = Fingerprint.of(1, new byte[32]);

    /** Answers stay for days: a later version must bind to the same bytes what an earlier one has bound to them. */
    @Test
    void the_place_that_an_answer_is_bound_to_stays_as_it_is() {
        List<String> places = new ArrayList<>();
        ResponseCodec codec = new ResponseCodec() {
            @Override
            public byte[] encode(byte[] answer, byte[] place) {
                places.add(HexFormat.of().formatHex(place));
                return answer;
            }

            @Override
            public byte[] decode(byte[] encoded, byte[] place) {
                throw new UnreadableResponseException("nothing is read here");
            }
        };

        new ResponseProtection(codec)
                .stored(
                        new RecordId(Scope.of("zoë😀"), new IdempotencyKey("key")),
                        REQUEST,
                        7,
                        RecordedAnswer.of(201, List.of(), new byte[0]));

        assertThat(places)
                .containsExactly("00000003" + "000000c9" + "0000000000000007" + "01" + "00".repeat(32) + "00000008"
                        + "7a6fc3abf09f9880" + "00000003" + "6b6579");
    }
}
