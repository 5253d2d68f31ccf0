package dev.idempotency.spring.endpoint;

import static org.assertj.core.api.Assertions.assertThat;

import dev.idempotency.spring.Idempotent;
import dev.idempotency.spring.Mode;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.annotation.Bean;
import org.springframework.resilience.annotation.Retryable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RestController;

@ExtendWith(OutputCaptureExtension.class)
class RetriesInsideTest {

    @ParameterizedTest
    @ValueSource(
            classes = {OnMethod.class, OnType.class, OnInterface.class, Composed.class, SpringRetry.class, Named.class})
    void a_retry_inside_the_transaction_is_told_with_its_cure(Class<?> component, CapturedOutput log) {
        start(Mode.TRANSACTIONAL, component);

        assertThat(log)
                .contains(component.getSimpleName() + "#handle")
                .contains("POST /x")
                .contains("all attempts share one transaction")
                .contains("Remove @Retryable")
                .contains("LEASE");
    }

    @ParameterizedTest
    @ValueSource(classes = {OnMethod.class, Named.class})
    void in_mode_lease_nothing_is_told(Class<?> component, CapturedOutput log) {
        start(Mode.LEASE, component);

        assertThat(log).doesNotContain("@Retryable");
    }

    @Test
    void without_it_nothing_is_told(CapturedOutput log) {
        start(Mode.TRANSACTIONAL, Without.class);

        assertThat(log).doesNotContain("@Retryable");
    }

    private static void start(Mode mode, Class<?> component) {
        new MvcFixture(defaults -> defaults.mode(mode), endpoint -> {}, component).close();
    }

    @RestController
    static class OnMethod {
        @PostMapping("/x")
        @Idempotent
        @Retryable
        void handle() {}
    }

    @Retryable
    @RestController
    static class OnType {
        @PostMapping("/x")
        @Idempotent
        void handle() {}
    }

    interface Api {
        @PostMapping("/x")
        @Idempotent
        @Retryable
        void handle();
    }

    @RestController
    static class OnInterface implements Api {
        @Override
        public void handle() {}
    }

    @Retryable
    @Retention(RetentionPolicy.RUNTIME)
    @interface Stubborn {}

    @RestController
    static class Composed {
        @PostMapping("/x")
        @Idempotent
        @Stubborn
        void handle() {}
    }

    @RestController
    static class SpringRetry {
        @PostMapping("/x")
        @Idempotent
        @org.springframework.retry.annotation.Retryable
        void handle() {}
    }

    @RestController
    static class Named {
        @PostMapping("/x")
        @Retryable
        void handle() {}

        @Bean
        IdempotentRoutes routes() {
            return new IdempotentRoutes().post("/x");
        }
    }

    @RestController
    static class Without {
        @PostMapping("/x")
        @Idempotent
        void handle() {}
    }
}
