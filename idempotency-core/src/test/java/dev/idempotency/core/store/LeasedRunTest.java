package dev.idempotency.core.store;

import static dev.idempotency.core.record.Records.RESPONSE;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class LeasedRunTest {

    @Test
    void a_run_whose_completion_can_wait_for_the_answer_supplements_nothing() {
        assertThat(ScriptedTable.run(7).supplement(RESPONSE)).isFalse();
    }

    @Test
    void a_run_shows_neither_its_key_nor_its_owner() {
        assertThat(ScriptedTable.run(7).toString()).contains("token 7").doesNotContain("secret-key", "node-1");
    }
}
