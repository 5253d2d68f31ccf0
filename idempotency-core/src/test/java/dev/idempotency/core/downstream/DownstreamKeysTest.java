package dev.idempotency.core.downstream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.idempotency.core.fingerprint.Fingerprint;
import dev.idempotency.core.key.IdempotencyKey;
import dev.idempotency.core.record.RecordId;
import dev.idempotency.core.scope.Scope;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class DownstreamKeysTest {

    private static final Fingerprint REQUEST = Fingerprint.of(1, new byte[32]);
    private static final Fingerprint OTHER_REQUEST = Fingerprint.of(2, new byte[32]);

    @Test
    void a_step_has_the_same_key_in_every_attempt() {
        assertThat(key("alice", "key", REQUEST, "charge")).isEqualTo(key("alice", "key", REQUEST, "charge"));
    }

    @Test
    void the_key_does_not_change_with_a_new_version() {
        assertThat(key("alice", "key", REQUEST, "charge")).isEqualTo("a1174b75-c8eb-8143-a419-d26c5a53ccda");
        assertThat(key("zoë😀", "key", REQUEST, "charge")).isEqualTo("8d0dee81-cfd6-8587-8e40-4df0af44b443");
    }

    @Test
    void another_caller_key_request_or_step_has_another() {
        assertThat(new String[] {
                    key("alice", "key", REQUEST, "charge"),
                    key("bob", "key", REQUEST, "charge"),
                    key("alice", "other", REQUEST, "charge"),
                    key("alice", "key", OTHER_REQUEST, "charge"),
                    key("alice", "key", REQUEST, "refund")
                })
                .doesNotHaveDuplicates();
    }

    @Test
    void names_that_run_into_each_other_have_different_keys() {
        assertThat(key("a", "bc", REQUEST, "charge")).isNotEqualTo(key("ab", "c", REQUEST, "charge"));
    }

    @Test
    void it_looks_like_a_uuid_and_hides_the_clients_key() {
        UUID uuid = UUID.fromString(key("alice", "secret", REQUEST, "charge"));

        assertThat(uuid.version()).isEqualTo(8);
        assertThat(uuid.variant()).isEqualTo(2);
        assertThat(keys("alice", "secret", REQUEST).toString()).doesNotContain("secret", "alice");
    }

    @Test
    void a_step_without_a_name_is_refused() {
        assertThatIllegalArgumentException().isThrownBy(() -> key("alice", "key", REQUEST, " "));
    }

    private static String key(String scope, String key, Fingerprint fingerprint, String step) {
        return keys(scope, key, fingerprint).forStep(step);
    }

    private static DownstreamKeys keys(String scope, String key, Fingerprint fingerprint) {
        return new DownstreamKeys(new RecordId(Scope.of(scope), new IdempotencyKey(key)), fingerprint);
    }
}
