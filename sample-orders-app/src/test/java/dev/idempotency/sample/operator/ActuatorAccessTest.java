package dev.idempotency.sample.operator;

import static org.assertj.core.api.Assertions.assertThat;

import dev.idempotency.sample.SampleTest;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.test.web.server.LocalServerPort;

class ActuatorAccessTest extends SampleTest {

    private final int port;

    ActuatorAccessTest(@LocalServerPort int port) {
        super(port);
        this.port = port;
    }

    @Test
    void everybody_may_ask_whether_the_application_is_well() throws Exception {
        assertThat(statusForStranger("/actuator/health")).isEqualTo(200);
    }

    @ParameterizedTest
    @ValueSource(strings = {"/actuator/info", "/actuator/prometheus"})
    void everything_else_is_for_operators(String path) throws Exception {
        assertThat(statusForStranger(path)).isEqualTo(401);
        assertThat(alice.get(path).statusCode()).isEqualTo(403);
        assertThat(operator.get(path).statusCode()).isEqualTo(200);
    }

    private int statusForStranger(String path) throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(URI.create("http://localhost:" + port + path))
                .build();
        return HttpClient.newHttpClient()
                .send(request, BodyHandlers.discarding())
                .statusCode();
    }
}
