package dev.idempotency.frameworks;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpResponse;
import org.junit.jupiter.api.Test;

/** What is written at once fails at once: the handler sees it, and its transaction is lost. */
abstract class StatementContract extends FrameworkContract {

    StatementContract(Class<?> framework) {
        super(framework, withoutJpa());
    }

    @Test
    void a_refusal_because_a_statement_failed_is_stored_by_itself() {
        String item = newItem();
        database().execute("INSERT INTO purchase (item) VALUES ('" + item + "')");

        HttpResponse<String> first = post("/purchases", item);
        HttpResponse<String> again = post("/purchases", item);

        assertThat(first.statusCode()).isEqualTo(409);
        assertThat(first.body()).isEqualTo("not accepted");
        assertThat(again.statusCode()).isEqualTo(409);
        assertThat(again.body()).isEqualTo("not accepted");
        assertThat(isReplay(again)).isTrue();
        assertThat(rows(item)).isOne();
    }
}
