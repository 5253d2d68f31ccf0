package dev.idempotency.spring.internal.endpoint;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RoutePatternTest {

    @ParameterizedTest
    @CsvSource({
        "/orders, /orders",
        "/orders/*, /orders/{id}",
        "/orders/**, /orders",
        "/orders/**, /orders/{id}/lines",
        "/orders/**, /orders/**",
        "/**, /{*rest}",
        "/orders/{id}, '/orders/{id:[0-9]{1,9}}'",
        "'/orders/{id:[0-9]+}', '/orders/{id:[0-9]+}'",
        "'/{name:[a-z]+}', '/{name:[a-z]{2,9}}'",
    })
    void one_pattern_covers_another(String pattern, String other) {
        assertThat(RoutePattern.parse(pattern).covers(other)).isTrue();
    }

    @ParameterizedTest
    @CsvSource({
        "/orders, /orders/{id}",
        "/orders/7, /orders/{id}",
        "/orders, /orders/**",
        "/orders/*, /orders/**",
        "/orders/*, /orders/{*rest}",
        "/orders/*, /orders",
        "'/orders/{id:[0-9]+}', /orders/{id}",
    })
    void one_pattern_does_not_cover_another(String pattern, String other) {
        assertThat(RoutePattern.parse(pattern).covers(other)).isFalse();
    }
}
