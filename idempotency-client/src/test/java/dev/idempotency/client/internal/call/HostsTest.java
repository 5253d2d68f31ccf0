package dev.idempotency.client.internal.call;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HostsTest {

    private final Hosts hosts = new Hosts(Map.of(
            "api", "api.example.com",
            "secure", "secure.example.com:443",
            "compose", "order_service:8080",
            "six", "[::1]",
            "six-too", "[::2]:8080"));

    @ParameterizedTest
    @CsvSource({
        "http://api.example.com, api",
        "https://API.example.com:8443/charges, api",
        "http://user:secret@api.example.com:80/, api",
        "https://secure.example.com/, secure",
        "http://secure.example.com/, none",
        "http://order_service:8080/orders, compose",
        "http://order_service/orders, none",
        "http://[::1]:8080/, six",
        "http://[::2]:8080/, six-too",
        "http://[::2]/, none",
        "http://api.example.com.evil.example/, none",
        "http://api.example.com@evil.example/, none",
        "http://evil.example/?api.example.com, none",
        "/charges, none",
        "urn:api.example.com, none"
    })
    void a_request_goes_to_the_host_of_its_uri(String uri, String alias) {
        assertThat(hosts.alias(URI.create(uri)).orElse("none")).isEqualTo(alias);
    }
}
