package dev.idempotency.spring.coverage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.springframework.web.servlet.function.RequestPredicates.path;
import static org.springframework.web.servlet.function.RouterFunctions.route;

import dev.idempotency.spring.Idempotent;
import dev.idempotency.spring.autoconfigure.CoverageProperties;
import dev.idempotency.spring.autoconfigure.IdempotencyAutoConfiguration;
import dev.idempotency.spring.autoconfigure.IdempotencyCoverageAutoConfiguration;
import dev.idempotency.spring.autoconfigure.IdempotencyEngineAutoConfiguration;
import dev.idempotency.spring.autoconfigure.IdempotencyGuardAutoConfiguration;
import dev.idempotency.spring.autoconfigure.IdempotencyHandlersAutoConfiguration;
import dev.idempotency.spring.autoconfigure.IdempotencyWebMvcAutoConfiguration;
import dev.idempotency.spring.endpoint.IdempotentRoutes;
import dev.idempotency.spring.internal.coverage.CoverageAudit;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.LazyInitializationBeanFactoryPostProcessor;
import org.springframework.boot.actuate.autoconfigure.endpoint.EndpointAutoConfiguration;
import org.springframework.boot.actuate.autoconfigure.endpoint.web.WebEndpointAutoConfiguration;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.env.YamlPropertySourceLoader;
import org.springframework.boot.logging.LogLevel;
import org.springframework.boot.logging.LoggingSystem;
import org.springframework.boot.test.context.runner.WebApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.boot.webmvc.autoconfigure.DispatcherServletAutoConfiguration;
import org.springframework.boot.webmvc.autoconfigure.WebMvcAutoConfiguration;
import org.springframework.boot.webmvc.autoconfigure.error.ErrorMvcAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.env.StandardEnvironment;
import org.springframework.core.io.ByteArrayResource;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PatchMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.servlet.function.RouterFunction;
import org.springframework.web.servlet.function.ServerResponse;

@ExtendWith(OutputCaptureExtension.class)
class CoverageTest {

    private final WebApplicationContextRunner application = new WebApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(
                    IdempotencyAutoConfiguration.class,
                    IdempotencyGuardAutoConfiguration.class,
                    IdempotencyEngineAutoConfiguration.class,
                    IdempotencyHandlersAutoConfiguration.class,
                    IdempotencyWebMvcAutoConfiguration.class,
                    IdempotencyCoverageAutoConfiguration.class,
                    DispatcherServletAutoConfiguration.class,
                    WebMvcAutoConfiguration.class,
                    ErrorMvcAutoConfiguration.class,
                    EndpointAutoConfiguration.class,
                    WebEndpointAutoConfiguration.class))
            .withPropertyValues("idempotency.store=memory");

    /** Other tests of this process may have changed it. */
    @BeforeEach
    void sayWhatIsWorthSaying() {
        LoggingSystem.get(getClass().getClassLoader()).setLogLevel(CoverageAudit.class.getName(), LogLevel.INFO);
    }

    @Test
    void every_mapping_that_changes_state_is_listed_with_the_reason() {
        application
                .withUserConfiguration(Shop.class, Functional.class, Routes.class)
                .run(context -> {
                    assertThat(described(context.getBean(Coverage.class)))
                            .containsExactly(
                                    "PATCH /any: not annotated",
                                    "POST /any: not annotated",
                                    "POST /functional/named: named by a route",
                                    "POST /functional/plain: not annotated",
                                    "POST /login: not annotated",
                                    "POST /orders: annotated",
                                    "PATCH /orders/{id}: annotated");
                });
    }

    @Test
    void other_methods_are_listed_where_keys_are_looked_at_on_them_and_these_two_always() {
        application
                .withUserConfiguration(Plain.class)
                .withPropertyValues("idempotency.methods=POST,DELETE")
                .run(context -> {
                    assertThat(described(context.getBean(Coverage.class)))
                            .containsExactly(
                                    "DELETE /any: not annotated",
                                    "PATCH /any: its method is not among idempotency.methods",
                                    "POST /any: not annotated",
                                    "POST /login: not annotated",
                                    "DELETE /login/{id}: not annotated");
                });
    }

    @Test
    void what_need_not_be_protected_is_listed_as_such() {
        application
                .withUserConfiguration(Plain.class)
                .withPropertyValues("idempotency.coverage-allowed=/any,/orders/**")
                .run(context -> assertThat(described(context.getBean(Coverage.class)))
                        .containsExactly(
                                "PATCH /any: not annotated, which is allowed",
                                "POST /any: not annotated, which is allowed",
                                "POST /login: not annotated"));
    }

    @Test
    void fail_stops_the_application_and_names_each_mapping_that_is_not_protected() {
        application
                .withUserConfiguration(Shop.class)
                .withPropertyValues("idempotency.coverage=fail", "idempotency.coverage-allowed=POST /any")
                .run(context -> assertThat(context.getStartupFailure())
                        .hasMessageContaining("POST /login (Shop#login): not annotated")
                        .hasMessageContaining("PATCH /any (Shop#any): not annotated")
                        .hasMessageNotContaining("/orders")
                        .hasMessageNotContaining("POST /any")
                        .hasMessageNotContaining("/error"));
    }

    @Test
    void fail_lets_the_application_start_when_the_rest_is_allowed() {
        application
                .withUserConfiguration(Shop.class)
                .withPropertyValues("idempotency.coverage=fail", "idempotency.coverage-allowed=POST /log*,/any/**")
                .run(context -> assertThat(context).hasNotFailed());
    }

    @ParameterizedTest
    @CsvSource({"off, INFO", "warn, WARN"})
    void one_line_says_it_when_the_application_starts(String mode, String level, CapturedOutput output) {
        application
                .withUserConfiguration(Shop.class)
                .withPropertyValues("idempotency.coverage=" + mode)
                .run(context -> assertThat(output)
                        .containsPattern(
                                level + ".*2 of 5 mappings that change state are idempotent; not so: PATCH /any,"
                                        + " POST /any, POST /login"));
    }

    @ParameterizedTest
    @CsvSource({"nonsense", "POST", "'POST /a b'", "'/{'"})
    void what_is_no_pattern_stops_the_application(String allowed) {
        application
                .withPropertyValues("idempotency.coverage-allowed[0]=" + allowed)
                .run(context -> assertThat(context.getStartupFailure())
                        .hasStackTraceContaining("idempotency.coverage-allowed names path patterns"));
    }

    @Test
    void off_in_yaml_is_not_taken_for_a_boolean() throws Exception {
        StandardEnvironment environment = new StandardEnvironment();
        new YamlPropertySourceLoader()
                .load("yaml", new ByteArrayResource("idempotency:\n  coverage: off".getBytes()))
                .forEach(environment.getPropertySources()::addFirst);

        assertThat(Binder.get(environment)
                        .bind("idempotency", CoverageProperties.class)
                        .get()
                        .coverage())
                .isEqualTo(CoverageMode.OFF);
    }

    @Test
    void it_looks_also_when_beans_are_lazy() {
        application
                .withUserConfiguration(Shop.class)
                .withInitializer(context ->
                        context.addBeanFactoryPostProcessor(new LazyInitializationBeanFactoryPostProcessor()))
                .withPropertyValues("idempotency.coverage=fail")
                .run(context -> assertThat(context).hasFailed());
    }

    private static List<String> described(Coverage coverage) {
        return coverage.all().stream()
                .map(covered -> covered.mapping() + ": " + covered.reason())
                .toList();
    }

    @RestController
    static class Shop {

        @PostMapping("/orders")
        @Idempotent
        void order() {}

        @PatchMapping("/orders/{id}")
        @Idempotent
        void change() {}

        @PostMapping("/login")
        void login() {}

        @GetMapping("/orders")
        void list() {}

        @DeleteMapping("/orders/{id}")
        void delete() {}

        @RequestMapping("/any")
        void any() {}
    }

    @RestController
    static class Plain {

        @PostMapping("/login")
        void login() {}

        @DeleteMapping("/login/{id}")
        void logout() {}

        @RequestMapping("/any")
        void any() {}
    }

    @Configuration(proxyBeanMethods = false)
    static class Functional {

        @Bean
        RouterFunction<ServerResponse> functions() {
            return route().nest(
                            path("/functional"),
                            inner -> inner.POST(
                                            "/named",
                                            request -> ServerResponse.ok().build())
                                    .POST(
                                            "/plain",
                                            request -> ServerResponse.ok().build())
                                    .GET(
                                            "/plain",
                                            request -> ServerResponse.ok().build()))
                    .build();
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class Routes {

        @Bean
        IdempotentRoutes routes() {
            return new IdempotentRoutes().post("/functional/named/**");
        }
    }
}
