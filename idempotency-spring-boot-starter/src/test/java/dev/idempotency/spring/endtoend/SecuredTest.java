package dev.idempotency.spring.endtoend;

import static org.assertj.core.api.Assertions.assertThat;

import dev.idempotency.testbed.Database;
import jakarta.servlet.http.HttpServletRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.security.authorization.AuthorizationDecision;
import org.springframework.security.config.Customizer;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.core.userdetails.User;
import org.springframework.security.core.userdetails.UserDetails;
import org.springframework.security.core.userdetails.UserDetailsService;
import org.springframework.security.provisioning.InMemoryUserDetailsManager;
import org.springframework.security.web.SecurityFilterChain;

class SecuredTest {

    private static final Set<String> REVOKED = ConcurrentHashMap.newKeySet();
    private static final String BODY = "{\"sku\":\"book\"}";

    private static OrdersApp application;

    @BeforeAll
    static void start() {
        application = OrdersApp.startWithSecurity(
                Database.create(),
                Map.of("idempotency.scope.tenant-attribute", "tenant"),
                Orders.class,
                Security.class);
    }

    @AfterAll
    static void stop() {
        application.close();
    }

    @BeforeEach
    void open() {
        Orders.RUNS.set(0);
        Orders.gate = new CountDownLatch(0);
        REVOKED.clear();
    }

    @Test
    void no_caller_in_the_scope() {
        HttpResponse<String> alices = place("alice", "same");
        HttpResponse<String> bobs = place("bob", "same");

        assertThat(Orders.RUNS).as("two tenants, same key, same body: two runs").hasValue(2);
        assertThat(alices.body()).contains("\"alice\"").doesNotContain("bob");
        assertThat(bobs.body()).contains("\"bob\"").doesNotContain("alice");
        assertThat(bobs.headers().firstValue("Idempotency-Replayed")).isEmpty();
        assertThat(place("alice", "same").body()).isEqualTo(alices.body());
        assertThat(place("bob", "same").body()).isEqualTo(bobs.body());
        assertThat(Orders.RUNS).hasValue(2);
    }

    @Test
    void a_revoked_permission_is_answered_403_and_not_by_a_replay() {
        HttpResponse<String> first = place("alice", "revoked");
        REVOKED.add("alice");
        HttpResponse<String> refused = place("alice", "revoked");

        assertThat(first.statusCode()).isEqualTo(201);
        assertThat(refused.statusCode()).isEqualTo(403);
        assertThat(refused.body()).doesNotContain("book");
        assertThat(refused.headers().firstValue("Idempotency-Replayed")).isEmpty();
        REVOKED.clear();
        assertThat(place("alice", "revoked").headers().firstValue("Idempotency-Replayed"))
                .contains("true");
    }

    @Test
    void who_is_not_authenticated_gets_no_replay() {
        place("alice", "secret");

        HttpResponse<String> refused = application.post("/orders", "secret", BODY);

        assertThat(refused.statusCode()).isEqualTo(401);
        assertThat(refused.body()).doesNotContain("book");
    }

    @Test
    void a_caller_whose_tenant_is_not_known_is_refused_before_any_work() {
        HttpResponse<String> refused = place("nomad", "k");

        assertThat(refused.statusCode()).isEqualTo(401);
        assertThat(refused.body()).contains("idempotency_caller_unknown");
        assertThat(Orders.RUNS).hasValue(0);
    }

    private static HttpResponse<String> place(String user, String key) {
        String credentials = Base64.getEncoder().encodeToString((user + ":" + user).getBytes(StandardCharsets.UTF_8));
        return application.post("/orders", key, BODY, "Authorization", "Basic " + credentials);
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
                            .access((caller, request) ->
                                    new AuthorizationDecision(caller.get().isAuthenticated()
                                            && !caller.get().getName().equals("anonymousUser")
                                            && !REVOKED.contains(caller.get().getName()))))
                    .build();
        }

        @Bean
        UserDetailsService users() {
            return new InMemoryUserDetailsManager(user("alice"), user("bob"), user("nomad"));
        }

        private static UserDetails user(String name) {
            return User.withUsername(name)
                    .password("{noop}" + name)
                    .roles("USER")
                    .build();
        }

        /** Between Spring Security and the filter for keys. */
        @Bean
        FilterRegistrationBean<?> tenants() {
            Map<String, String> tenants = Map.of("alice", "acme", "bob", "globex");
            var registration = new FilterRegistrationBean<>((request, response, chain) -> {
                var caller = ((HttpServletRequest) request).getUserPrincipal();
                if (caller != null && tenants.containsKey(caller.getName())) {
                    request.setAttribute("tenant", tenants.get(caller.getName()));
                }
                chain.doFilter(request, response);
            });
            registration.setOrder(-60);
            return registration;
        }
    }
}
