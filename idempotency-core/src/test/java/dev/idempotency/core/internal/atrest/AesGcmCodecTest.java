package dev.idempotency.core.internal.atrest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.idempotency.core.atrest.CipherKeys;
import dev.idempotency.core.atrest.UnreadableResponseException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class AesGcmCodecTest {

    private static final byte[] PLACE = bytes("place");
    private static final byte[] ANSWER = bytes("a secret answer");

    private final AesGcmCodec codec = new AesGcmCodec(keys("k1", "k1"));

    @Test
    void an_answer_comes_back_as_it_was() {
        assertThat(codec.decode(codec.encode(ANSWER, PLACE), PLACE)).isEqualTo(ANSWER);
        assertThat(codec.decode(codec.encode(new byte[0], PLACE), PLACE)).isEmpty();
    }

    @Test
    void nothing_of_the_answer_is_seen_and_no_two_are_alike() {
        byte[] encoded = codec.encode(ANSWER, PLACE);

        assertThat(new String(encoded, StandardCharsets.ISO_8859_1))
                .contains("k1")
                .doesNotContain("secret");
        byte[] again = codec.encode(ANSWER, PLACE);
        assertThat(salt(again)).hasSize(16).isNotEqualTo(salt(encoded));
        assertThat(nonce(again)).hasSize(12).isNotEqualTo(nonce(encoded));
    }

    /** Answers stay for days: a later version must read what an earlier one has stored. */
    @Test
    void the_form_stays_as_it_is() {
        byte[] stored = HexFormat.of()
                .parseHex("01026b312829f01b1728c34964f424c0d6813367f3ee3ea857884d8d51ad550f"
                        + "f9171f842dd915ec795505568dab50a4a5d983dad804afa96a5764bdf1693b");

        assertThat(codec.decode(stored, PLACE)).isEqualTo(ANSWER);
    }

    @Test
    void every_flipped_bit_is_noticed() {
        byte[] encoded = codec.encode(ANSWER, PLACE);
        for (int bit = 0; bit < encoded.length * 8; bit++) {
            byte[] flipped = encoded.clone();
            flipped[bit / 8] ^= (byte) (1 << bit % 8);
            assertUnreadable(codec, flipped, PLACE);
        }
    }

    @Test
    void every_cut_is_noticed() {
        byte[] encoded = codec.encode(ANSWER, PLACE);
        for (int length = 0; length < encoded.length; length++) {
            assertUnreadable(codec, Arrays.copyOf(encoded, length), PLACE);
        }
    }

    @Test
    void an_answer_cannot_be_read_at_another_place() {
        assertUnreadable(codec, codec.encode(ANSWER, PLACE), bytes("other"));
        assertUnreadable(codec, codec.encode(ANSWER, PLACE), new byte[0]);
    }

    @Test
    void after_a_rotation_old_and_new_answers_are_read() {
        AesGcmCodec rotated = new AesGcmCodec(keys("k2", "k1", "k2"));
        byte[] old = codec.encode(ANSWER, PLACE);
        byte[] fresh = rotated.encode(ANSWER, PLACE);

        assertThat(rotated.decode(old, PLACE)).isEqualTo(ANSWER);
        assertThat(rotated.decode(fresh, PLACE)).isEqualTo(ANSWER);
        assertThat(new String(fresh, StandardCharsets.ISO_8859_1))
                .contains("k2")
                .doesNotContain("k1");
        assertUnreadable(codec, fresh, PLACE);
        assertUnreadable(new AesGcmCodec(keys("k2", "k2")), old, PLACE);
    }

    @Test
    void another_key_under_the_same_name_reads_nothing() {
        CipherKeys other = CipherKeys.of("k1", Map.of("k1", new byte[32]));

        assertUnreadable(new AesGcmCodec(other), codec.encode(ANSWER, PLACE), PLACE);
    }

    @Test
    void a_key_has_32_bytes_and_the_active_one_exists() {
        assertThatThrownBy(() -> CipherKeys.of("k1", Map.of("k1", new byte[16])))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("'k1' must have 32 bytes, not 16");
        assertThatThrownBy(() -> keys("k3", "k1", "k2"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("no key 'k3'");
    }

    private static byte[] salt(byte[] encoded) {
        return Arrays.copyOfRange(encoded, 4, 20);
    }

    private static byte[] nonce(byte[] encoded) {
        return Arrays.copyOfRange(encoded, 20, 32);
    }

    private static void assertUnreadable(AesGcmCodec codec, byte[] encoded, byte[] place) {
        assertThatThrownBy(() -> codec.decode(encoded, place)).isInstanceOf(UnreadableResponseException.class);
    }

    private static CipherKeys keys(String active, String... ids) {
        return CipherKeys.of(
                active,
                Arrays.stream(ids).collect(Collectors.toMap(id -> id, id -> Arrays.copyOf(bytes(id + "!"), 32))));
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
