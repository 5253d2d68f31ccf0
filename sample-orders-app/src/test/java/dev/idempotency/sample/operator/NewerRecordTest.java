package dev.idempotency.sample.operator;

import static dev.idempotency.sample.Customer.newKey;
import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpResponse;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.actuate.audit.AuditEventRepository;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.jdbc.core.simple.JdbcClient;
import tools.jackson.databind.JsonNode;

class NewerRecordTest extends OperatorFixture {

    private final JdbcClient database;

    NewerRecordTest(@LocalServerPort int port, @Autowired AuditEventRepository audit, @Autowired JdbcClient database) {
        super(port, audit);
        this.database = database;
    }

    @Test
    void an_unknown_payment_that_a_newer_version_wrote_is_listed_and_decided() {
        String key = newKey();
        alice.post("/payments", key, payment(alice.order(), "timeout"));
        assertThat(listed("/unknown", key).get("readable").asBoolean()).isTrue();
        database.sql("UPDATE idempotency_record SET fingerprint = '\\x02' WHERE key = ?")
                .param(key)
                .update();

        JsonNode listed = listed("/unknown", key);
        HttpResponse<String> record = operator.get(record(key));
        HttpResponse<String> done = write(
                "resolve",
                Map.of(
                        "scope",
                        ALICE,
                        "key",
                        key,
                        "run",
                        listed.get("run").asString(),
                        "outcome",
                        "not_executed",
                        "why",
                        "no charge"));

        assertThat(listed.get("readable").asBoolean()).isFalse();
        assertThat(listed.get("operation").asString()).isEqualTo("POST /payments");
        assertThat(record.statusCode()).isEqualTo(503);
        assertThat(record.body()).contains("cannot read");
        assertThat(done.statusCode()).as(done.body()).isEqualTo(200);
        assertAudited("IDEMPOTENCY_RESOLVE", "resolved_not_executed", key);
    }
}
