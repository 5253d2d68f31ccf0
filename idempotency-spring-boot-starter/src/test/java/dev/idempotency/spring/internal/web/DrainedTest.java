package dev.idempotency.spring.internal.web;

import static org.assertj.core.api.Assertions.assertThat;

import dev.idempotency.spring.internal.web.app.App;
import dev.idempotency.spring.internal.web.app.App.Server;
import dev.idempotency.spring.internal.web.app.Client;
import dev.idempotency.spring.internal.web.app.Client.Answer;
import dev.idempotency.spring.internal.web.app.RawConnection;
import java.io.IOException;
import java.net.http.HttpRequest.BodyPublishers;
import java.util.UUID;

/** Bodies that a filter further out has read before. */
class DrainedTest {

    private static final String FORM = "application/x-www-form-urlencoded";

    private final String key = UUID.randomUUID().toString();

    @OnEveryServer
    void the_fields_of_a_form_that_was_read_before_are_still_there_and_still_count(Server server) {
        Client client = App.on(server).client();

        Answer first = client.postAs(FORM, "/p/read/parameters", key, "a=1&b=2", "Drain", "parameters");
        Answer retry = client.postAs(FORM, "/p/read/parameters", key, "a=1&b=2", "Drain", "parameters");
        Answer other = client.postAs(FORM, "/p/read/parameters", key, "a=1&b=3", "Drain", "parameters");

        assertThat(first.text()).isEqualTo("{a=[1], b=[2]} 1 [2]");
        assertThat(retry.isReplay()).isTrue();
        assertThat(other.status()).isEqualTo(422);
    }

    @OnEveryServer
    void the_form_of_a_patch_that_springs_filter_read_is_still_there_and_still_counts(Server server) {
        Answer first = patch(server, "a=1");
        Answer retry = patch(server, "a=1");
        Answer other = patch(server, "a=2");

        assertThat(first.text()).isEqualTo("11");
        assertThat(retry.isReplay()).isTrue();
        assertThat(other.status()).isEqualTo(422);
    }

    @OnEveryServer
    void the_form_of_a_patch_in_chunks_is_413_over_the_limit(Server server) throws IOException {
        int limit = App.on(server).bean(FilterSettings.class).maxRequestSize();

        assertThat(RawConnection.exchange(App.on(server).port(), chunkedPatch("a=" + "1".repeat(limit - 2))))
                .startsWith("HTTP/1.1 200");
        assertThat(RawConnection.exchange(App.on(server).port(), chunkedPatch("a=" + "2".repeat(limit - 1))))
                .startsWith("HTTP/1.1 413");
    }

    private static String chunkedPatch(String body) {
        return "PATCH /patched-form?b=1 HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Type: " + FORM
                + "\r\nIdempotency-Key: " + UUID.randomUUID() + "\r\nTransfer-Encoding: chunked\r\n\r\n"
                + Integer.toHexString(body.length()) + "\r\n" + body + "\r\n0\r\n\r\n";
    }

    @OnEveryServer
    void the_parts_of_a_body_that_was_read_before_are_still_there_and_still_count(Server server) {
        Client client = App.on(server).client();
        String type = "multipart/form-data; boundary=b";
        String body = "--b\r\nContent-Disposition: form-data; name=\"title\"\r\n\r\none\r\n--b--\r\n";

        Answer first = client.postAs(type, "/p/read/parts", key, body, "Drain", "parts");
        Answer retry = client.postAs(type, "/p/read/parts", key, body, "Drain", "parts");
        Answer other = client.postAs(type, "/p/read/parts", key, body.replace("one", "two"), "Drain", "parts");

        assertThat(first.text()).isEqualTo("title|null|null|3|one\none");
        assertThat(retry.isReplay()).isTrue();
        assertThat(other.status()).isEqualTo(422);
    }

    private Answer patch(Server server, String body) {
        Client client = App.on(server).client();
        return client.send(client.request("/patched-form", key, FORM).method("PATCH", BodyPublishers.ofString(body)));
    }
}
