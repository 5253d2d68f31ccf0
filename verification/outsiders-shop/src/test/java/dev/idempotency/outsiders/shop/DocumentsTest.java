package dev.idempotency.outsiders.shop;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

/** Files, as a browser or an HTTP library sends them: with another boundary each time. */
class DocumentsTest extends OpenShop {

    @Test
    void a_file_that_is_sent_again_with_another_boundary_is_kept_once() {
        String key = fresh();
        String title = fresh();
        HttpResponse<String> first = upload(key, "----one", title, "the bill");
        HttpResponse<String> again = upload(key, "----another", title, "the bill");

        assertThat(first.statusCode()).isEqualTo(201);
        assertThat(first.body()).contains("\"size\":8").contains(title).contains("bill.txt");
        assertThat(again.body()).isEqualTo(first.body());
        assertThat(isReplay(again)).isTrue();
        assertThat(documents(title)).isOne();
    }

    @Test
    void another_file_with_the_key_is_refused() {
        String key = fresh();
        String title = fresh();
        upload(key, "one", title, "the bill");
        HttpResponse<String> other = upload(key, "one", title, "the bull");

        assertThat(other.statusCode()).isEqualTo(422);
        assertThat(documents(title)).isOne();
    }

    @Test
    void a_file_that_is_too_large_for_the_shop_gets_the_shops_own_error() {
        String title = fresh();
        HttpResponse<String> answer = upload(fresh(), "one", title, "x".repeat(30_000));

        assertThat(answer.statusCode()).isEqualTo(413);
        assertThat(answer.body()).isEqualTo("{\"error\":\"too much paper\"}");
        assertThat(documents(title)).isZero();
    }

    private HttpResponse<String> upload(String key, String boundary, String title, String content) {
        String body = String.join(
                "\r\n",
                "--" + boundary,
                "Content-Disposition: form-data; name=\"title\"",
                "",
                title,
                "--" + boundary,
                "Content-Disposition: form-data; name=\"file\"; filename=\"bill.txt\"",
                "Content-Type: text/plain",
                "",
                content,
                "--" + boundary + "--",
                "");
        return anna.send(
                "POST",
                "/orders/7/documents",
                key,
                "multipart/form-data; boundary=" + boundary,
                body.getBytes(StandardCharsets.UTF_8));
    }

    private int documents(String title) {
        return shop.database()
                .sql("SELECT count(*) FROM document WHERE title = ?")
                .param(title)
                .query(Integer.class)
                .single();
    }
}
