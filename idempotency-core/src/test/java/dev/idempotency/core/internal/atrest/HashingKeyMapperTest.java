package dev.idempotency.core.internal.atrest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.idempotency.core.key.IdempotencyKey;
import dev.idempotency.core.record.RecordId;
import dev.idempotency.core.scope.Scope;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

class HashingKeyMapperTest {

    private final HashingKeyMapper hashed = new HashingKeyMapper(new byte[32]);

    @Test
    void a_key_has_one_name_which_does_not_show_it() {
        RecordId name = hashed.nameOf(id("alice", "order-4711"));

        assertThat(name).isEqualTo(new HashingKeyMapper(new byte[32]).nameOf(id("alice", "order-4711")));
        assertThat(name.scope()).isEqualTo(Scope.of("alice"));
        assertThat(name.key().value()).startsWith("h1:").hasSize(46).doesNotContain("4711");
    }

    /** Records stay for days: a later version must find what an earlier one has stored. */
    @Test
    void a_name_stays_as_it_is() {
        assertThat(hashed.nameOf(id("alice", "order-4711")).key().value())
                .isEqualTo("h1:eG8nl4mU0EzvwNQDfDpofyCkDEGRf-O1SIJwZXyY0h0");
        assertThat(hashed.nameOf(id("zoë😀", "order-4711")).key().value())
                .isEqualTo("h1:bebOZu-em2s3VDWXgHsxYtdZglnqsKYTMfLYllhyqLw");
    }

    @Test
    void another_key_caller_or_secret_makes_another_name() {
        byte[] other = new byte[32];
        Arrays.fill(other, (byte) 1);

        assertThat(Arrays.asList(
                        hashed.nameOf(id("alice", "k")).key(),
                        hashed.nameOf(id("alice", "K")).key(),
                        hashed.nameOf(id("bob", "k")).key(),
                        hashed.nameOf(id("eve", "k")).key(),
                        hashed.nameOf(id("bobk", "k")).key(),
                        hashed.nameOf(id("bob", "kk")).key(),
                        new HashingKeyMapper(other).nameOf(id("alice", "k")).key(),
                        hashed.nameOf(hashed.nameOf(id("alice", "k"))).key()))
                .doesNotHaveDuplicates();
    }

    @Test
    void a_short_secret_is_refused() {
        assertThatThrownBy(() -> new HashingKeyMapper(new byte[31]))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("at least 32 bytes, not 31");
    }

    private static RecordId id(String scope, String key) {
        return new RecordId(Scope.of(scope), new IdempotencyKey(key));
    }
}
