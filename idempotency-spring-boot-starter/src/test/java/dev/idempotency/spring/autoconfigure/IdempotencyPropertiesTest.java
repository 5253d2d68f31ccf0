package dev.idempotency.spring.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.idempotency.core.key.KeySyntax;
import dev.idempotency.spring.Mode;
import dev.idempotency.spring.OnConcurrent;
import dev.idempotency.spring.OnLeaseExpiry;
import dev.idempotency.spring.OnStoreFailure;
import dev.idempotency.spring.problem.Problem;
import java.time.Duration;
import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.context.properties.bind.BindException;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.core.env.MapPropertySource;
import org.springframework.core.env.MutablePropertySources;
import org.springframework.core.env.StandardEnvironment;
import org.springframework.core.env.SystemEnvironmentPropertySource;
import org.springframework.util.unit.DataSize;
import org.springframework.web.bind.annotation.RequestMethod;

class IdempotencyPropertiesTest {

    @Test
    void defaults_are_those_of_the_contract() {
        IdempotencyProperties properties = bind(Map.of());

        assertThat(properties.enabled()).isTrue();
        assertThat(properties.headerName()).isEqualTo("Idempotency-Key");
        assertThat(properties.methods()).containsExactlyInAnyOrder(RequestMethod.POST, RequestMethod.PATCH);
        assertThat(properties.ttl()).isEqualTo(Duration.ofHours(24));
        assertThat(properties.lease()).isEqualTo(Duration.ofSeconds(60));
        assertThat(properties.maxRequestSize()).isNull();
        assertThat(properties.maxBodiesInMemory()).isNull();
        assertThat(properties.maxResponseSize()).isEqualTo(DataSize.ofMegabytes(1));
        assertThat(properties.required()).isTrue();
        assertThat(properties.mode()).isEqualTo(Mode.LEASE);
        assertThat(properties.onConcurrent()).isEqualTo(OnConcurrent.REJECT);
        assertThat(properties.waitAtMost()).isEqualTo(Duration.ofSeconds(2));
        assertThat(properties.onStoreFailure()).isEqualTo(OnStoreFailure.REJECT);
        assertThat(properties.onLeaseExpiry()).isEqualTo(OnLeaseExpiry.UNKNOWN);
        assertThat(properties.key()).isEqualTo(new IdempotencyProperties.Key(KeySyntax.LENIENT, 1, 255));
        assertThat(properties.filter().order()).isNull();
        assertThat(properties.scope().sharedName(false)).isEqualTo("anonymous");
        assertThat(properties.scope().sharedName(true)).isNull();
        assertThat(statuses(properties)).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            header-name             | Idempotency Key | header-name is the name of a header, which 'Idempotency Key' cannot be
            methods                 | GET,POST        | methods are those that change state; GET does not
            ttl                     | 0s              | ttl must be longer than zero, not PT0S
            lease                   | -1s             | lease must be longer than zero, not PT-1S
            wait-at-most            | 0ms             | wait-at-most must be longer than zero
            retry-after-store-failure | 0s            | retry-after-store-failure must be longer than zero
            max-request-size        | 2GB             | max-request-size is 0B up to, but not including, 2GB
            max-response-size       | -1B             | max-response-size is 0B up to
            max-bodies-in-memory    | 1000KB          | must have room for a body of max-request-size, which has 1048576B, and not be 1024000B
            key.min-length          | 0               | 1 <= minimum <= maximum <= 255
            key.max-length          | 256             | 1 <= minimum <= maximum <= 255
            status.reused           | 200             | status.reused is 400 to 599, not 200
            status.in-progress      | 204             | status.in-progress is 202 or 400 to 599, not 204
            status.reussed          | 422             | idempotency.status.reussed is no property; there are [missing, invalid,
            scope.tenant-wide       | true            | scope.tenant-wide needs scope.tenant-claim or scope.tenant-attribute
            memory.capacity         | 0               | memory.capacity must be at least 1, not 0
            """)
    void a_wrong_value_is_named(String property, String value, String message) {
        assertThatThrownBy(() -> bind(Map.of("idempotency." + property, value)))
                .rootCause()
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(message);
    }

    @Test
    void two_sources_of_the_tenant_exclude_each_other() {
        assertThatThrownBy(() -> bind(Map.of(
                        "idempotency.scope.tenant-claim", "org", "idempotency.scope.tenant-attribute", "tenant")))
                .rootCause()
                .hasMessageContaining("exclude each other");
    }

    @Test
    void the_stripe_flavor_answers_400_to_a_reused_key_and_409_to_one_in_progress() {
        IdempotencyProperties properties = bind(Map.of("idempotency.flavor", "stripe"));

        assertThat(statuses(properties)).isEqualTo(Map.of(Problem.KEY_REUSED, 400));
        assertThat(Problem.IN_PROGRESS.defaultStatus()).isEqualTo(409);
    }

    @Test
    void every_status_can_be_set_and_counts_more_than_the_flavor() {
        Map<Problem, Integer> expected =
                Arrays.stream(Problem.values()).collect(Collectors.toMap(p -> p, p -> 450 + p.ordinal()));
        Map<String, String> set = expected.entrySet().stream()
                .collect(Collectors.toMap(
                        status -> "idempotency.status." + ProblemStatuses.nameOf(status.getKey()),
                        status -> status.getValue().toString()));
        set.put("idempotency.flavor", "stripe");

        assertThat(statuses(bind(set))).isEqualTo(expected);
    }

    @Test
    void a_request_in_progress_may_be_answered_202() {
        assertThat(statuses(bind(Map.of("idempotency.status.in-progress", "202"))))
                .isEqualTo(Map.of(Problem.IN_PROGRESS, 202));
    }

    /** Applications have written them down: a problem with another name or code must not change them. */
    @Test
    void the_statuses_have_the_names_that_they_always_had() {
        assertThat(Problem.values())
                .extracting(ProblemStatuses::nameOf)
                .contains(
                        "missing",
                        "invalid",
                        "caller-unknown",
                        "request-too-large",
                        "reused",
                        "in-progress",
                        "outcome-unknown",
                        "not-executed",
                        "response-unavailable",
                        "replay-forbidden",
                        "store-unavailable",
                        "quota-exceeded");
    }

    @ParameterizedTest
    @ValueSource(strings = {"in-progress", "inProgress", "in_progress", "IN-PROGRESS"})
    void a_status_is_bound_in_every_spelling_of_its_name(String name) {
        Binder binder = new Binder(new MapConfigurationPropertySource(Map.of("idempotency.status." + name, "425")));

        assertThat(statuses(binder.bindOrCreate("idempotency", IdempotencyProperties.class)))
                .isEqualTo(Map.of(Problem.IN_PROGRESS, 425));
    }

    @Test
    void a_status_in_the_environment_counts_more_than_that_in_a_file() {
        new ApplicationContextRunner()
                .withUserConfiguration(Properties.class)
                .withInitializer(context -> {
                    MutablePropertySources sources = context.getEnvironment().getPropertySources();
                    sources.addFirst(new MapPropertySource("a file", Map.of("idempotency.status.in-progress", "425")));
                    sources.addFirst(new SystemEnvironmentPropertySource(
                            StandardEnvironment.SYSTEM_ENVIRONMENT_PROPERTY_SOURCE_NAME,
                            Map.of("IDEMPOTENCY_STATUS_INPROGRESS", "202", "IDEMPOTENCY_STATUS_REUSED", "409")));
                })
                .run(context -> assertThat(statuses(context.getBean(IdempotencyProperties.class)))
                        .isEqualTo(Map.of(Problem.IN_PROGRESS, 202, Problem.KEY_REUSED, 409)));
    }

    @Test
    void a_status_that_is_no_number_is_refused_and_an_empty_one_is_none() {
        assertThatThrownBy(() -> bind(Map.of("idempotency.status.reused", "often")))
                .isInstanceOf(BindException.class)
                .hasMessageContaining("idempotency.status.reused");
        assertThat(statuses(bind(Map.of("idempotency.status.reused", "")))).isEmpty();
    }

    @EnableConfigurationProperties(IdempotencyProperties.class)
    static class Properties {}

    private static Map<Problem, Integer> statuses(IdempotencyProperties properties) {
        return ProblemStatuses.of(properties.flavor(), properties.status());
    }

    private static IdempotencyProperties bind(Map<String, String> properties) {
        Map<String, String> lowerCase = properties.entrySet().stream()
                .collect(Collectors.toMap(e -> e.getKey().toLowerCase(Locale.ROOT), Map.Entry::getValue));
        return new Binder(new MapConfigurationPropertySource(lowerCase))
                .bindOrCreate("idempotency", IdempotencyProperties.class);
    }
}
