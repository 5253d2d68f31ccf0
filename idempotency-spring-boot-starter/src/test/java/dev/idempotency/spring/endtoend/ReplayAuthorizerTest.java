package dev.idempotency.spring.endtoend;

import static org.assertj.core.api.Assertions.assertThat;

import dev.idempotency.spring.Idempotent;
import dev.idempotency.spring.web.ReplayAuthorizer;
import dev.idempotency.testbed.Database;
import java.net.URI;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.http.ResponseEntity;
import org.springframework.security.access.AccessDeniedException;
import org.springframework.security.config.Customizer;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.core.context.SecurityContextHolder;
import org.springframework.security.core.userdetails.User;
import org.springframework.security.core.userdetails.UserDetailsService;
import org.springframework.security.provisioning.InMemoryUserDetailsManager;
import org.springframework.security.web.SecurityFilterChain;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RestController;

class ReplayAuthorizerTest {

    private static final Set<String> HIDDEN = ConcurrentHashMap.newKeySet();
    private static volatile boolean throwing;

    private static OrdersApp application;

    @BeforeAll
    static void start() {
        application = OrdersApp.startWithSecurity(Database.create(), Map.of(), Files.class, Security.class);
    }

    @AfterAll
    static void stop() {
        application.close();
    }

    @BeforeEach
    void open() {
        HIDDEN.clear();
        throwing = false;
        Files.RUNS.set(0);
    }

    @Test
    void a_replay_that_the_caller_may_not_have_any_more_is_answered_403() {
        HttpResponse<String> first = post("denied");
        HIDDEN.add(first.headers().firstValue("Location").orElseThrow());

        HttpResponse<String> refused = post("denied");

        assertThat(refused.statusCode()).isEqualTo(403);
        assertThat(refused.body())
                .contains("\"idempotency_replay_forbidden\"", "\"retryable\":false")
                .doesNotContain("secret");
        assertThat(refused.headers().firstValue("Idempotency-Replayed")).isEmpty();
        HIDDEN.clear();
        assertThat(post("denied").headers().firstValue("Idempotency-Replayed")).contains("true");
        assertThat(Files.RUNS).hasValue(1);
    }

    @Test
    void what_the_authorizer_throws_is_answered_by_spring_security() {
        HttpResponse<String> first = post("thrown");
        HIDDEN.add(first.headers().firstValue("Location").orElseThrow());
        throwing = true;

        HttpResponse<String> refused = post("thrown");

        assertThat(refused.statusCode()).isEqualTo(403);
        assertThat(refused.body()).doesNotContain("secret").doesNotContain("idempotency_replay_forbidden");
        assertThat(Files.RUNS).hasValue(1);
    }

    private static HttpResponse<String> post(String key) {
        String credentials = Base64.getEncoder().encodeToString("alice:alice".getBytes(StandardCharsets.UTF_8));
        return application.post("/files", key, "{}", "Authorization", "Basic " + credentials);
    }

    @RestController
    static class Files {

        static final AtomicInteger RUNS = new AtomicInteger();

        @PostMapping("/files")
        @Idempotent
        ResponseEntity<String> file() {
            return ResponseEntity.created(URI.create("/files/" + RUNS.incrementAndGet()))
                    .body("secret");
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class Security {

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
            return new InMemoryUserDetailsManager(User.withUsername("alice")
                    .password("{noop}alice")
                    .roles("USER")
                    .build());
        }

        /** Agrees to everything, which is not enough: all must. */
        @Bean
        ReplayAuthorizer generous() {
            return (request, endpoint, answer) -> true;
        }

        @Bean
        ReplayAuthorizer byLocation() {
            return (request, endpoint, answer) -> {
                assertThat(SecurityContextHolder.getContext()
                                .getAuthentication()
                                .getName())
                        .isEqualTo("alice");
                assertThat(endpoint.operation()).isEqualTo("POST /files");
                boolean hidden = answer.headers().stream()
                        .anyMatch(header -> header.name().equals("Location") && HIDDEN.contains(header.value()));
                if (hidden && throwing) {
                    throw new AccessDeniedException("not yours");
                }
                return !hidden;
            };
        }
    }
}
