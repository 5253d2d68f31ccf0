package dev.idempotency.core.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import org.junit.jupiter.api.Test;

class StoreExceptionTest {

    @Test
    void a_failure_of_the_store_tells_whether_anything_may_have_happened_and_why() {
        IOException reason = new IOException("refused");

        assertThat(new StoreException.NotApplied("no connection", reason))
                .isInstanceOf(StoreException.class)
                .hasMessage("no connection")
                .hasCause(reason);
        assertThat(new StoreException.AnswerLost("no answer", reason))
                .isInstanceOf(StoreException.class)
                .hasMessage("no answer")
                .hasCause(reason);
        assertThat(new StoreException.NotApplied("full")).hasMessage("full").hasNoCause();
    }
}
