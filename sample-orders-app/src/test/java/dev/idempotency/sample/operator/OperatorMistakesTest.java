package dev.idempotency.sample.operator;

import static dev.idempotency.sample.Customer.json;
import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpResponse;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.actuate.audit.AuditEventRepository;
import org.springframework.boot.test.web.server.LocalServerPort;
import tools.jackson.databind.JsonNode;

class OperatorMistakesTest extends OperatorFixture {

    OperatorMistakesTest(@LocalServerPort int port, @Autowired AuditEventRepository audit) {
        super(port, audit);
    }

    @ParameterizedTest
    @CsvSource({
        "evict, why, , why is missing",
        "evict, why, ' ', why is missing",
        "evict, why, 'two\nlines', why is one line",
        "evict, key, , key is missing",
        "evict, key, 'not\tprintable', key is not a key",
        "evict, scope, , scope is missing",
        "evict, scope, '|', scope is not",
        "resolve, run, , run is missing",
        "resolve, run, x, run is not a number",
        "resolve, outcome, perhaps, outcome is",
        "resolve, status, , status is missing",
        "resolve, status, 199, status is 200 to 599",
        "resolve, status, 600, status is 200 to 599",
        "resolve, headers, 'Set-Cookie: a=b', headers are lines",
        "resolve, headers, nonsense, headers are lines",
        "resolve, headers, 'Location: a\0b', a header has a value that cannot be sent",
    })
    void what_cannot_be_meant_is_said_and_changes_nothing(String action, String name, String value, String message) {
        assertRefused(action, name, value, message);
    }

    @Test
    void what_is_too_long_is_said_and_changes_nothing() {
        assertRefused("evict", "why", "w".repeat(256), "why has at most 255 characters");
        assertRefused("resolve", "body", "ü".repeat(524_289), "body is larger than the 1048576 bytes");
    }

    @ParameterizedTest
    @CsvSource({"0, limit is 1 to 500", "501, limit is 1 to 500", "many, limit is not a number"})
    void what_cannot_be_a_limit_is_said(String limit, String message) {
        HttpResponse<String> refused = operator.get(ENDPOINT + "/unknown?limit=" + limit);

        assertThat(refused.statusCode()).isEqualTo(400);
        assertThat(json(refused).get("message").asString()).isEqualTo(message);
    }

    private void assertRefused(String action, String name, String value, String message) {
        String key = unknown();
        JsonNode before = json(operator.get(record(key)));
        Map<String, String> body = new HashMap<>(Map.of(
                "scope",
                ALICE,
                "key",
                key,
                "run",
                before.get("run").asString(),
                "outcome",
                "executed",
                "status",
                "200",
                "why",
                "w"));
        body.put(name, value);
        long events = decisions();

        HttpResponse<String> refused = write(action, body);

        assertThat(refused.statusCode()).isEqualTo(400);
        assertThat(json(refused).get("message").asString()).contains(message);
        assertThat(json(operator.get(record(key)))).isEqualTo(before);
        assertThat(decisions()).isEqualTo(events);
    }
}
