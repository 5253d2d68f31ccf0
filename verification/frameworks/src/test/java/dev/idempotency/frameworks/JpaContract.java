package dev.idempotency.frameworks;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.persistence.EntityManagerFactory;
import java.net.http.HttpResponse;
import java.util.Map;
import org.hibernate.SessionFactory;
import org.hibernate.stat.Statistics;
import org.junit.jupiter.api.Test;
import org.springframework.orm.jpa.JpaTransactionManager;
import org.springframework.transaction.PlatformTransactionManager;

/** What Hibernate writes no sooner than at the commit can fail no sooner. */
abstract class JpaContract extends FrameworkContract {

    JpaContract(boolean openInView) {
        super(
                JpaPurchases.class,
                Map.of(
                        "spring.jpa.open-in-view",
                        String.valueOf(openInView),
                        "spring.jpa.properties.hibernate.generate_statistics",
                        "true"));
    }

    @Test
    void the_transactions_are_those_of_jpa() {
        assertThat(app().bean(PlatformTransactionManager.class)).isInstanceOf(JpaTransactionManager.class);
    }

    @Test
    void a_request_has_one_persistence_context_which_is_closed_with_it() {
        Statistics statistics = app().bean(EntityManagerFactory.class)
                .unwrap(SessionFactory.class)
                .getStatistics();
        statistics.clear();

        post("/at-the-desk", newItem());

        assertThat(statistics.getSessionOpenCount()).isOne();
        assertThat(statistics.getSessionCloseCount()).isOne();
        assertThat(statistics.getEntityInsertCount()).isOne();
    }

    @Test
    void the_application_answers_a_duplicate_row_found_at_commit_and_nothing_is_stored() {
        String item = newItem();
        database().execute("INSERT INTO purchase (item) VALUES ('" + item + "')");

        HttpResponse<String> first = post("/purchases", item);

        assertThat(first.statusCode()).isEqualTo(409);
        assertThat(first.body()).isEqualTo("not accepted");
        assertThat(records(item)).isZero();
        database().execute("DELETE FROM purchase WHERE item = '" + item + "'");
        assertThat(post("/purchases", item).statusCode()).isEqualTo(201);
        assertThat(rows(item)).isOne();
    }

    @Test
    void the_application_answers_a_missing_value_found_at_commit_and_nothing_is_stored() {
        String key = newItem();

        HttpResponse<String> answer = app().post("/purchases", key, "{\"item\":null}");

        assertThat(answer.statusCode()).isEqualTo(409);
        assertThat(records(key)).isZero();
    }
}
