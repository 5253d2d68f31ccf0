package dev.idempotency.spring.internal.web;

import static org.assertj.core.api.Assertions.assertThat;

import dev.idempotency.spring.internal.web.app.App;
import dev.idempotency.spring.internal.web.app.App.Server;
import dev.idempotency.spring.internal.web.app.RawConnection;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** Endpoints without the annotation, in an application with the filters and in one without. */
class UntouchedTest {

    private static final String ORDER = "{\"sku\":\"book\",\"quantity\":1}";
    private static final List<String> PATHS = List.of(
            "/plain/body",
            "/plain/void",
            "/plain/no-content",
            "/plain/not-modified",
            "/plain/stream",
            "/plain/writer",
            "/plain/redirect",
            "/plain/redirect-view",
            "/plain/send-error",
            "/plain/status-exception",
            "/plain/exception-handler",
            "/plain/view",
            "/plain/resource",
            "/plain/forward",
            "/plain/flush-at-the-end",
            "/plain/future",
            "/plain/callable",
            "/plain/deferred",
            "/plain/deferred-error",
            "/plain/raw-complete",
            "/plain/raw-dispatch",
            "/plain/raw-error",
            "/plain/read/stream",
            "/plain/read/reader",
            "/plain/read/bytes",
            "/plain/read/parameters?a=1&b=2",
            "/nowhere");

    @OnEveryServer
    void without_the_annotation_not_one_byte_of_an_answer_differs(Server server) throws IOException {
        App with = App.on(server);
        App without = App.withoutFiltersOn(server);

        for (String request : requests()) {
            assertThat(comparable(RawConnection.exchange(with.port(), request)))
                    .as(request)
                    .isEqualTo(comparable(RawConnection.exchange(without.port(), request)));
        }
    }

    private static List<String> requests() {
        List<String> requests = new ArrayList<>();
        for (String path : PATHS) {
            requests.add(request("POST", path, "application/json", ORDER));
        }
        requests.add(request("GET", "/got", "text/plain", ""));
        requests.add(request("HEAD", "/got", "text/plain", ""));
        requests.add(request("OPTIONS", "/plain/body", "text/plain", ""));
        requests.add(request("DELETE", "/plain/body", "text/plain", ""));
        requests.add(request("POST", "/plain/read/form", "application/x-www-form-urlencoded", "a=1&b=2"));
        requests.add(request("POST", "/plain/body", "application/json", "{"));
        return requests;
    }

    private static String request(String method, String path, String contentType, String body) {
        return method + " " + path + " HTTP/1.1\r\nHost: x\r\nConnection: close\r\nAccept: application/json\r\n"
                + "Idempotency-Key: \"untouched\"\r\nContent-Type: " + contentType + "\r\nContent-Length: "
                + body.length() + "\r\n\r\n" + body;
    }

    /** What differs by the time, and by how often a handler ran. */
    private static String comparable(String answer) {
        return answer.replaceAll("Date: [^\r]*", "")
                .replaceAll("\"timestamp\":\"[^\"]*\"", "")
                .replaceAll("run \\d+", "");
    }
}
