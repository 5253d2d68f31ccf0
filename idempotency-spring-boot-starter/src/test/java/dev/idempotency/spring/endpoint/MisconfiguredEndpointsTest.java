package dev.idempotency.spring.endpoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.idempotency.spring.IdempotencyConfigurationException;
import dev.idempotency.spring.Idempotent;
import dev.idempotency.spring.Mode;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.FieldSource;
import org.springframework.context.annotation.Bean;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMethod;
import org.springframework.web.bind.annotation.RestController;

class MisconfiguredEndpointsTest {

    static final List<Arguments> MISTAKES = List.of(
            Arguments.of(NoDuration.class, "NoDuration#handle", "ttl is not a duration: '5 parsecs'"),
            Arguments.of(NoUnit.class, "NoUnit#handle", "lease has no unit: '3600'"),
            Arguments.of(FromPlaceholder.class, "FromPlaceholder", "ttl must be longer than zero, not PT-1S"),
            Arguments.of(NoPlaceholder.class, "NoPlaceholder", "nobody.knows"),
            Arguments.of(NoBean.class, "NoBean", "there is no Fingerprinter bean named 'nobody'"),
            Arguments.of(TwoFingerprints.class, "TwoFingerprints", "exclude each other"),
            Arguments.of(TwoModes.class, "TwoModes", "mode has one value, not [LEASE, TRANSACTIONAL]"),
            Arguments.of(BothOutcomes.class, "BothOutcomes", "retryable or unknown, not both, as these are: [503]"),
            Arguments.of(NoStatus.class, "NoStatus", "200 to 599, not 42"),
            Arguments.of(OnlyGet.class, "OnlyGet#handle", "has no effect: the handler takes [GET] only"),
            Arguments.of(DeadRoute.class, "PUT /dead", "has no effect: keys are looked at on [POST, PATCH]"),
            Arguments.of(BadRoute.class, "POST /bad/{", "is not valid"),
            Arguments.of(BadSetting.class, "POST /bad", "lease must be longer than zero, not PT0S"));

    @ParameterizedTest
    @FieldSource("MISTAKES")
    void a_mistake_stops_the_start_and_says_where_it_is(Class<?> component, String where, String what) {
        assertThatThrownBy(() -> new MvcFixture(component))
                .isInstanceOf(IdempotencyConfigurationException.class)
                .hasMessageContaining(where)
                .hasMessageContaining(what)
                .extracting(e -> ((IdempotencyConfigurationException) e).action())
                .asString()
                .isNotBlank();
    }

    @Test
    void on_a_class_it_does_not_mind_handlers_that_only_read() {
        assertThatCode(() -> new MvcFixture(ReadAndWrite.class).close()).doesNotThrowAnyException();
    }

    @Test
    void every_endpoint_is_checked_before_the_application_starts() {
        List<String> checked = new ArrayList<>();

        new MvcFixture(
                        settings -> settings,
                        endpoint -> checked.add(endpoint.operation()),
                        ReadAndWrite.class,
                        Routes.class)
                .close();

        assertThat(checked).containsExactlyInAnyOrder("POST /rw", "POST /a", "POST /b", "POST /route");
    }

    @RestController
    static class NoDuration {
        @PostMapping("/x")
        @Idempotent(ttl = "5 parsecs")
        void handle() {}
    }

    @RestController
    static class NoUnit {
        @PostMapping("/x")
        @Idempotent(lease = "3600")
        void handle() {}
    }

    @RestController
    static class FromPlaceholder {
        @PostMapping("/x")
        @Idempotent(ttl = "${nobody.knows:-1s}")
        void handle() {}
    }

    @RestController
    static class NoPlaceholder {
        @PostMapping("/x")
        @Idempotent(ttl = "${nobody.knows}")
        void handle() {}
    }

    @RestController
    static class NoBean {
        @PostMapping("/x")
        @Idempotent(fingerprinter = "nobody")
        void handle() {}
    }

    @RestController
    static class TwoFingerprints {
        @PostMapping("/x")
        @Idempotent(fingerprinter = "some", ignoredMembers = "a")
        void handle() {}
    }

    @RestController
    static class TwoModes {
        @PostMapping("/x")
        @Idempotent(mode = {Mode.LEASE, Mode.TRANSACTIONAL})
        void handle() {}
    }

    @RestController
    static class BothOutcomes {
        @PostMapping("/x")
        @Idempotent(
                retryableStatuses = {409, 503},
                unknownStatuses = 503)
        void handle() {}
    }

    @RestController
    static class NoStatus {
        @PostMapping("/x")
        @Idempotent(unknownStatuses = 42)
        void handle() {}
    }

    @RestController
    static class OnlyGet {
        @GetMapping("/x")
        @Idempotent
        void handle() {}
    }

    static class DeadRoute {
        @Bean
        IdempotentRoutes routes() {
            return new IdempotentRoutes().route(RequestMethod.PUT, "/dead", settings -> settings);
        }
    }

    static class BadRoute {
        @Bean
        IdempotentRoutes routes() {
            return new IdempotentRoutes().post("/bad/{");
        }
    }

    static class BadSetting {
        @Bean
        IdempotentRoutes routes() {
            return new IdempotentRoutes().post("/bad", settings -> settings.lease(Duration.ZERO));
        }
    }

    @RestController
    @Idempotent
    static class ReadAndWrite {
        @GetMapping("/rw")
        void read() {}

        @PostMapping("/rw")
        void write() {}

        @PostMapping({"/a", "/b"})
        void two() {}
    }

    static class Routes {
        @Bean
        IdempotentRoutes routes() {
            return new IdempotentRoutes().post("/route");
        }
    }
}
