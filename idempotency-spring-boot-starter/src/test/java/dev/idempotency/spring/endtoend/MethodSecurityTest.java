package dev.idempotency.spring.endtoend;

import static org.assertj.core.api.Assertions.assertThat;

import dev.idempotency.spring.Idempotent;
import dev.idempotency.spring.Mode;
import dev.idempotency.testbed.Database;
import jakarta.annotation.security.RolesAllowed;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
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
import org.springframework.security.access.annotation.Secured;
import org.springframework.security.access.hierarchicalroles.RoleHierarchy;
import org.springframework.security.access.hierarchicalroles.RoleHierarchyImpl;
import org.springframework.security.access.prepost.PostAuthorize;
import org.springframework.security.access.prepost.PreAuthorize;
import org.springframework.security.config.Customizer;
import org.springframework.security.config.annotation.method.configuration.EnableMethodSecurity;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.core.annotation.AnnotationTemplateExpressionDefaults;
import org.springframework.security.core.userdetails.User;
import org.springframework.security.core.userdetails.UserDetailsService;
import org.springframework.security.web.SecurityFilterChain;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RestController;

/** A caller loses a right, or has it by another role, between the first request and its retry. */
@ExtendWith(OutputCaptureExtension.class)
class MethodSecurityTest {

    private static volatile String role;
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
        role = "CLERK";
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"/pre", "/secured", "/roles", "/class", "/meta", "/template", "/bean", "/transactional", "/both"
            })
    void a_rule_without_arguments_is_asked_before_a_replay(String path) {
        String first = post(path, path).body();
        assertThat(first).isEqualTo("secret");
        role = "CHIEF";
        HttpResponse<String> byHierarchy = post(path, path);
        assertThat(byHierarchy.headers().firstValue("Idempotency-Replayed")).contains("true");

        role = "GUEST";
        HttpResponse<String> refused = post(path, path);

        HttpResponse<String> own = post(path, path + "-new");
        assertThat(own.statusCode()).isEqualTo(403);
        assertThat(refused.statusCode()).isEqualTo(403);
        assertThat(withoutTime(refused)).isEqualTo(withoutTime(own)).doesNotContain("secret");
        assertThat(refused.headers().firstValue("Idempotency-Replayed")).isEmpty();
        role = "CLERK";
        assertThat(post(path, path).headers().firstValue("Idempotency-Replayed"))
                .contains("true");
        assertThat(Desk.RUNS).hasValue(1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"/argument", "/result"})
    void a_rule_that_needs_arguments_or_the_result_does_not_keep_a_replay_back(String path) {
        assertThat(post(path, path).body()).isEqualTo("secret");
        role = "GUEST";

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
            role = "GUEST";
            assertThat(post(without, "/pre", "one").body()).isEqualTo("secret");
            assertThat(post(without, "/pre", "one").headers().firstValue("Idempotency-Replayed"))
                    .contains("true");
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

    @RestController
    static class Desk {

        static final AtomicInteger RUNS = new AtomicInteger();

        @PostMapping("/pre")
        @Idempotent
        @PreAuthorize("hasRole('CLERK')")
        String pre() {
            return run();
        }

        @PostMapping("/secured")
        @Idempotent
        @Secured("ROLE_CLERK")
        String secured() {
            return run();
        }

        @PostMapping("/roles")
        @Idempotent
        @RolesAllowed("CLERK")
        String roles() {
            return run();
        }

        @PostMapping("/meta")
        @Idempotent
        @ClerksOnly
        String meta() {
            return run();
        }

        @PostMapping("/template")
        @Idempotent
        @Only("CLERK")
        String template() {
            return run();
        }

        @PostMapping("/bean")
        @Idempotent
        @PreAuthorize("@opening.isOpenFor(#root) and !this.isClosed()")
        String bean() {
            return run();
        }

        @PostMapping("/transactional")
        @Idempotent(mode = Mode.TRANSACTIONAL)
        @PreAuthorize("hasRole('CLERK')")
        String transactional() {
            return run();
        }

        @PostMapping("/both")
        @Idempotent
        @PreAuthorize("hasRole('CLERK')")
        @PostAuthorize("returnObject != null")
        String both() {
            return run();
        }

        @PostMapping("/argument")
        @Idempotent
        @PreAuthorize("hasRole('CLERK') and #order.length() > 0")
        String argument(@RequestBody String order) {
            return run();
        }

        @PostMapping("/result")
        @Idempotent
        @PostAuthorize("returnObject == 'secret'")
        String result() {
            return run();
        }

        public boolean isClosed() {
            return false;
        }

        static String run() {
            RUNS.incrementAndGet();
            return "secret";
        }
    }

    @RestController
    @PreAuthorize("hasRole('CLERK')")
    static class ClerksDesk {

        @PostMapping("/class")
        @Idempotent
        String run() {
            return Desk.run();
        }
    }

    @Retention(RetentionPolicy.RUNTIME)
    @PreAuthorize("hasRole('CLERK')")
    @interface ClerksOnly {}

    @Retention(RetentionPolicy.RUNTIME)
    @PreAuthorize("hasRole('{value}')")
    @interface Only {
        String value();
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
                    .roles(role)
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

    static final class Opening {

        public boolean isOpenFor(Object caller) {
            return caller != null && !role.equals("GUEST");
        }
    }
}
