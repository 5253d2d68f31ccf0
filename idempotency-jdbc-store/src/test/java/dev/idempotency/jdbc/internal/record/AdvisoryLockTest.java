package dev.idempotency.jdbc.internal.record;

import static org.assertj.core.api.Assertions.assertThat;

import dev.idempotency.core.key.IdempotencyKey;
import dev.idempotency.core.record.RecordId;
import dev.idempotency.core.scope.Scope;
import org.junit.jupiter.api.Test;

class AdvisoryLockTest {

    /** While versions are mixed, a node must wait for the lock that a node of the other version holds. */
    @Test
    void the_number_of_a_record_does_not_change_with_a_new_version() {
        assertThat(AdvisoryLock.numberOf(id("alice", "key"))).isEqualTo(-4482963668424926631L);
        assertThat(AdvisoryLock.numberOf(id("zoë😀", "key"))).isEqualTo(277130066200381006L);
    }

    @Test
    void names_that_run_into_each_other_have_different_numbers() {
        assertThat(AdvisoryLock.numberOf(id("a", "bc"))).isNotEqualTo(AdvisoryLock.numberOf(id("ab", "c")));
    }

    private static RecordId id(String scope, String key) {
        return new RecordId(Scope.of(scope), new IdempotencyKey(key));
    }
}
