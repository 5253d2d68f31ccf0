package dev.idempotency.spring.endtoend;

import static org.assertj.core.api.Assertions.assertThat;

import dev.idempotency.spring.endtoend.GuardedDesks.ClerksDesk;
import dev.idempotency.spring.endtoend.GuardedDesks.Desk;
import dev.idempotency.spring.endtoend.GuardedDesks.Opening;
import dev.idempotency.testbed.Database;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.security.access.hierarchicalroles.RoleHierarchy;
import org.springframework.security.access.hierarchicalroles.RoleHierarchyImpl;
import org.springframework.security.config.Customizer;
import org.springframework.security.config.annotation.method.configuration.EnableMethodSecurity;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.core.annotation.AnnotationTemplateExpressionDefaults;
import org.springframework.security.core.userdetails.User;
import org.springframework.security.core.userdetails.UserDetailsService;
import org.springframework.security.web.SecurityFilterChain;

/** A caller loses a right, or has it by another role, between the first request and its retry. */
@ExtendWith(OutputCaptureExtension.class)
class MethodSecurityTest {

    private static OrdersApp application;
    private static String log;

    @BeforeAll
    static void start(CapturedOutput output) {
        application = OrdersApp.startWithSecurity(
                Database.create(), Map.of(), Desk.class, ClerksDesk.class, Users.class, Rules.class);
        log = output.toString();
    }

    @AfterAll
    static void stop() {
        application.close();
    }

    @BeforeEach
    void reset() {
        Desk.RUNS.set(0);
        GuardedDesks.role = "CLERK";
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"/pre", "/secured", "/roles", "/class", "/meta", "/template", "/bean", "/transactional", "/both"
            })
    void a_rule_without_arguments_is_asked_before_a_replay(String path) {
        String first = post(path, path).body();
        assertThat(first).isEqualTo("secret");
        GuardedDesks.role = "CHIEF";
        HttpResponse<String> byHierarchy = post(path, path);
        assertThat(byHierarchy.headers().firstValue("Idempotency-Replayed")).contains("true");

        GuardedDesks.role = "GUEST";
        HttpResponse<String> refused = post(path, path);

        HttpResponse<String> own = post(path, path + "-new");
        assertThat(own.statusCode()).isEqualTo(403);
        assertThat(refused.statusCode()).isEqualTo(403);
        assertThat(withoutTime(refused)).isEqualTo(withoutTime(own)).doesNotContain("secret");
        assertThat(refused.headers().firstValue("Idempotency-Replayed")).isEmpty();
        GuardedDesks.role = "CLERK";
        assertThat(post(path, path).headers().firstValue("Idempotency-Replayed"))
                .contains("true");
        assertThat(Desk.RUNS).hasValue(1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"/argument", "/result"})
    void a_rule_that_needs_arguments_or_the_result_does_not_keep_a_replay_back(String path) {
        assertThat(post(path, path).body()).isEqualTo("secret");
        GuardedDesks.role = "GUEST";

        assertThat(post(path, path).headers().firstValue("Idempotency-Replayed"))
                .contains("true");
        assertThat(Desk.RUNS).hasValue(1);
    }

    @Test
    void such_a_rule_is_told_of_at_start_up_with_its_cure() {
        assertThat(log.lines().filter(line -> line.contains("ReplayAuthorizer")))
                .hasSize(3)
                .anyMatch(line -> line.contains("Desk#argument") && line.contains("@PreAuthorize"))
                .anyMatch(line -> line.contains("Desk#result") && line.contains("@PostAuthorize"))
                .anyMatch(line -> line.contains("Desk#both") && line.contains("@PostAuthorize"));
    }

    @Test
    void where_method_security_is_not_switched_on_its_annotations_mean_nothing() {
        try (OrdersApp without =
                OrdersApp.startWithSecurity(Database.create(), Map.of(), Desk.class, ClerksDesk.class, Users.class)) {
            GuardedDesks.role = "GUEST";
            assertThat(post(without, "/pre", "one").body()).isEqualTo("secret");
            assertThat(post(without, "/pre", "one").headers().firstValue("Idempotency-Replayed"))
                    .contains("true");
        }
    }

    @Test
    void where_beans_are_made_late_the_rules_are_asked_all_the_same() {
        Map<String, String> lazy = Map.of("spring.main.lazy-initialization", "true");
        try (OrdersApp late = OrdersApp.startWithSecurity(
                Database.create(), lazy, Desk.class, ClerksDesk.class, Users.class, Rules.class)) {
            assertThat(post(late, "/secured", "one").body()).isEqualTo("secret");
            GuardedDesks.role = "GUEST";

            assertThat(post(late, "/secured", "one").statusCode()).isEqualTo(403);
        }
    }

    private static String withoutTime(HttpResponse<String> answer) {
        return answer.body().replaceAll("\"timestamp\":\"[^\"]*\"", "");
    }

    private static HttpResponse<String> post(String path, String key) {
        return post(application, path, key);
    }

    private static HttpResponse<String> post(OrdersApp to, String path, String key) {
        String credentials = Base64.getEncoder().encodeToString("alice:alice".getBytes(StandardCharsets.UTF_8));
        return to.post(path, key, "{}", "Authorization", "Basic " + credentials);
    }

    @Configuration(proxyBeanMethods = false)
    static class Users {

        @Bean
        SecurityFilterChain chain(HttpSecurity http) {
            return http.csrf(csrf -> csrf.disable())
                    .httpBasic(Customizer.withDefaults())
                    .authorizeHttpRequests(requests -> requests.requestMatchers("/error")
                            .permitAll()
                            .anyRequest()
                            .authenticated())
                    .build();
        }

        @Bean
        UserDetailsService users() {
            return name -> User.withUsername(name)
                    .password("{noop}" + name)
                    .roles(GuardedDesks.role)
                    .build();
        }
    }

    @Configuration(proxyBeanMethods = false)
    @EnableMethodSecurity(securedEnabled = true, jsr250Enabled = true)
    static class Rules {

        @Bean
        static RoleHierarchy chiefsAreClerks() {
            return RoleHierarchyImpl.withDefaultRolePrefix()
                    .role("CHIEF")
                    .implies("CLERK")
                    .build();
        }

        @Bean
        static AnnotationTemplateExpressionDefaults templates() {
            return new AnnotationTemplateExpressionDefaults();
        }

        @Bean
        Opening opening() {
            return new Opening();
        }
    }
}
