package dev.idempotency.core.fingerprint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.idempotency.core.fingerprint.RequestBody.Part;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FingerprintTest {

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 255})
    void a_fingerprint_survives_being_stored(int version) {
        Fingerprint fingerprint = Fingerprint.of(version, hash(7));

        assertThat(fingerprint.toBytes()).hasSize(Fingerprint.LENGTH).startsWith((byte) version, (byte) 7);
        assertThat(Fingerprint.ofBytes(fingerprint.toBytes()))
                .isEqualTo(fingerprint)
                .hasSameHashCodeAs(fingerprint)
                .extracting(Fingerprint::version)
                .isEqualTo(version);
    }

    @Test
    void version_and_hash_tell_fingerprints_apart() {
        assertThat(Fingerprint.of(1, hash(1)))
                .isEqualTo(Fingerprint.of(1, hash(1)))
                .isNotEqualTo(Fingerprint.of(2, hash(1)))
                .isNotEqualTo(Fingerprint.of(1, hash(2)))
                .isNotEqualTo(null)
                .isNotEqualTo("text");
        assertThat(Fingerprint.of(1, hash(1)).hashCode())
                .isNotEqualTo(Fingerprint.of(1, hash(2)).hashCode());
    }

    @Test
    void what_is_no_fingerprint_is_refused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Fingerprint.of(0, hash(1)))
                .withMessageContaining("1 to 255, not 0");
        assertThatIllegalArgumentException().isThrownBy(() -> Fingerprint.of(256, hash(1)));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Fingerprint.of(1, new byte[31]))
                .withMessage("A SHA-256 has 32 bytes, not 31");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Fingerprint.ofBytes(new byte[32]))
                .withMessage("A fingerprint has 33 bytes, not 32");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Fingerprint.ofBytes(new byte[33]))
                .withMessageContaining("1 to 255, not 0");
    }

    @Test
    void nobody_can_change_a_fingerprint_from_outside() {
        byte[] hash = hash(1);
        Fingerprint fingerprint = Fingerprint.of(1, hash);
        hash[0] = 9;
        fingerprint.toBytes()[1] = 9;
        byte[] stored = fingerprint.toBytes();
        Fingerprint read = Fingerprint.ofBytes(stored);
        stored[1] = 9;

        assertThat(fingerprint).isEqualTo(Fingerprint.of(1, hash(1))).isEqualTo(read);
    }

    @Test
    void a_fingerprint_shows_too_little_to_try_bodies_against() {
        assertThat(Fingerprint.of(1, hash(0xAB))).hasToString("Fingerprint[v1 abababab…]");
    }

    @Test
    void a_request_shows_no_secret() {
        RequestBody.Bytes body = RequestBody.of(new byte[] {'s', 'e', 'c', 'r', 'e', 't'}, 1, 4);
        Part part = new Part("secret", "secret", "secret", body);

        assertThat(new RequestContent("POST", "/orders", "token=secret", "text/plain", body))
                .hasToString("RequestContent[POST /orders, 4 bytes]");
        assertThat(part).hasToString("Part[4 bytes]");
        assertThat(RequestBody.of(List.of(part, part))).hasToString("2 parts");
    }

    @Test
    void a_request_has_a_verb_a_target_and_a_body() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new RequestContent(" ", "/", null, null, RequestBody.EMPTY))
                .withMessageContaining("verb");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new RequestContent("POST", "", null, null, RequestBody.EMPTY))
                .withMessageContaining("target");
        assertThatNullPointerException().isThrownBy(() -> new RequestContent("POST", "/", null, null, null));
        assertThatNullPointerException().isThrownBy(() -> new Part(null, null, null, RequestBody.EMPTY));
        assertThatNullPointerException().isThrownBy(() -> new Part("a", null, null, null));
        assertThatThrownBy(() -> RequestBody.of(new byte[3], 1, 3)).isInstanceOf(IndexOutOfBoundsException.class);
    }

    private static byte[] hash(int first) {
        byte[] hash = new byte[32];
        for (int i = 0; i < 4; i++) {
            hash[i] = (byte) first;
        }
        return hash;
    }
}
