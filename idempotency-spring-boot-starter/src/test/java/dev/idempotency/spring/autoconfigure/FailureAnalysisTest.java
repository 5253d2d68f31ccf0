package dev.idempotency.spring.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;

import dev.idempotency.core.memory.InMemoryStore;
import dev.idempotency.core.store.IdempotencyStore;
import dev.idempotency.spring.Idempotent;
import dev.idempotency.spring.Mode;
import java.time.Clock;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.boot.diagnostics.FailureAnalyzer;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.WebApplicationContextRunner;
import org.springframework.boot.webmvc.autoconfigure.WebMvcAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.io.support.SpringFactoriesLoader;
import org.springframework.security.oauth2.core.ClaimAccessor;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RestController;

class FailureAnalysisTest {

    private final WebApplicationContextRunner bare = new WebApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(
                    IdempotencyAutoConfiguration.class,
                    IdempotencyGuardAutoConfiguration.class,
                    IdempotencyEngineAutoConfiguration.class,
                    IdempotencyJdbcAutoConfiguration.class,
                    IdempotencyHandlersAutoConfiguration.class,
                    IdempotencyWebMvcAutoConfiguration.class,
                    WebMvcAutoConfiguration.class));

    private final WebApplicationContextRunner memory = bare.withPropertyValues("idempotency.store=memory");

    @Test
    void no_store() {
        FailureAnalysis analysis = failure(bare.withUserConfiguration(Protected.class));

        assertThat(analysis.getDescription()).contains("no DataSource, and no IdempotencyStore bean");
        assertThat(analysis.getAction()).contains("spring.datasource.url", "idempotency.store: memory");
    }

    @Test
    void two_stores() {
        FailureAnalysis analysis = failure(bare.withUserConfiguration(TwoStores.class, Protected.class));

        assertThat(analysis.getDescription()).contains("several stores", InMemoryStore.class.getName());
        assertThat(analysis.getAction()).contains("@Primary");
    }

    @Test
    void bad_duration_in_an_annotation() {
        FailureAnalysis analysis = failure(memory.withUserConfiguration(BadDuration.class));

        assertThat(analysis.getDescription()).contains("BadDuration#handle", "ttl is not a duration: 'soon'");
        assertThat(analysis.getAction()).contains("30s, 24h or P7D");
    }

    @Test
    void annotation_on_a_handler_whose_method_can_never_match() {
        FailureAnalysis analysis = failure(memory.withUserConfiguration(OnlyGet.class));

        assertThat(analysis.getDescription()).contains("OnlyGet#handle", "has no effect");
        assertThat(analysis.getAction()).contains("idempotency.methods");
    }

    @Test
    void a_mode_that_nothing_supports() {
        FailureAnalysis analysis = failure(bare.withUserConfiguration(Transactional.class)
                .withBean(IdempotencyStore.class, () -> AutoConfigurationTest.proxy(IdempotencyStore.class)));

        assertThat(analysis.getDescription())
                .contains("'POST /transactional'", "TRANSACTIONAL", "nothing here supports");
        assertThat(analysis.getAction()).contains("[LEASE]");
    }

    @Test
    void a_tenant_claim_without_tokens() {
        FailureAnalysis analysis = failure(memory.withPropertyValues("idempotency.scope.tenant-claim=org")
                .withClassLoader(new FilteredClassLoader(ClaimAccessor.class)));

        assertThat(analysis.getDescription()).contains("tenant-claim", "not on the class path");
        assertThat(analysis.getAction()).contains("spring-boot-starter-oauth2-resource-server");
    }

    @Test
    void a_header_that_must_not_be_replayed() {
        FailureAnalysis analysis = failure(memory.withPropertyValues("idempotency.replay.headers=Set-Cookie"));

        assertThat(analysis.getDescription()).contains("idempotency.replay.headers", "Set-Cookie");
    }

    @Test
    void a_mapping_that_is_not_protected_where_all_must_be() {
        FailureAnalysis analysis =
                failure(memory.withConfiguration(AutoConfigurations.of(IdempotencyCoverageAutoConfiguration.class))
                        .withUserConfiguration(Unprotected.class)
                        .withPropertyValues("idempotency.coverage=fail"));

        assertThat(analysis.getDescription()).contains("POST /unprotected (Unprotected#handle): not annotated");
        assertThat(analysis.getAction()).contains("@Idempotent", "idempotency.coverage-allowed");
    }

    @Test
    void a_wrong_property() {
        FailureAnalysis analysis = failure(memory.withPropertyValues("idempotency.ttl=0s"));

        assertThat(analysis.getDescription()).contains("idempotency.ttl must be longer than zero, not PT0S");
    }

    static FailureAnalysis failure(WebApplicationContextRunner runner) {
        FailureAnalysis[] analysis = new FailureAnalysis[1];
        runner.run(context -> {
            assertThat(context).hasFailed();
            analysis[0] = analyse(context.getStartupFailure());
        });
        return Objects.requireNonNull(analysis[0], "nobody could say what is wrong");
    }

    /** By all analyzers on the class path, as Spring Boot does it. */
    private static FailureAnalysis analyse(Throwable failure) {
        return SpringFactoriesLoader.forDefaultResourceLocation()
                .load(FailureAnalyzer.class, (type, name, cause) -> {
                    assertThat(name).as("can be made").doesNotStartWith("dev.idempotency");
                })
                .stream()
                .map(analyzer -> analyzer.analyze(failure))
                .filter(Objects::nonNull)
                .findFirst()
                .orElse(null);
    }

    @Configuration(proxyBeanMethods = false)
    static class TwoStores {

        @Bean
        IdempotencyStore one() {
            return new InMemoryStore(Clock.systemUTC(), 1);
        }

        @Bean
        IdempotencyStore other() {
            return new InMemoryStore(Clock.systemUTC(), 1);
        }
    }

    @RestController
    static class Unprotected {
        @PostMapping("/unprotected")
        void handle() {}
    }

    @RestController
    static class Protected {
        @PostMapping("/protected")
        @Idempotent
        void handle() {}
    }

    @RestController
    static class BadDuration {
        @PostMapping("/bad")
        @Idempotent(ttl = "soon")
        void handle() {}
    }

    @RestController
    static class OnlyGet {
        @GetMapping("/get")
        @Idempotent
        void handle() {}
    }

    @RestController
    static class Transactional {
        @PostMapping("/transactional")
        @Idempotent(mode = Mode.TRANSACTIONAL)
        void handle() {}
    }
}
