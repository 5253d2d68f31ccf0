package dev.idempotency.spring.endtoend;

import static org.assertj.core.api.Assertions.assertThat;

import dev.idempotency.core.scope.Scope;
import dev.idempotency.spring.endtoend.OrdersApp.Server;
import dev.idempotency.spring.scope.ScopeResolver;
import dev.idempotency.testbed.Database;
import jakarta.servlet.Filter;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletRequestWrapper;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.security.Principal;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.security.authentication.UsernamePasswordAuthenticationToken;
import org.springframework.security.core.context.SecurityContextHolder;
import org.springframework.security.core.context.SecurityContextImpl;
import org.springframework.web.filter.OncePerRequestFilter;
import org.springframework.web.servlet.HandlerInterceptor;
import org.springframework.web.servlet.config.annotation.InterceptorRegistry;
import org.springframework.web.servlet.config.annotation.WebMvcConfigurer;

/** Callers who are known only behind the filter for keys, where they looked like nobody. */
@ExtendWith(OutputCaptureExtension.class)
class LateCallerTest {

    private static final String BODY = "{\"sku\":\"book\"}";
    private static final Map<String, String> SHARED = Map.of("idempotency.scope.on-anonymous", "share");

    @BeforeEach
    void open() {
        Orders.RUNS.set(0);
        Orders.gate = new CountDownLatch(0);
    }

    @ParameterizedTest
    @EnumSource
    void an_answer_to_a_principal_set_by_a_later_filter_is_given_to_nobody_else(Server server, CapturedOutput output) {
        assertKeptFromOthers(server, output, WrappingFilter.class);
    }

    @ParameterizedTest
    @EnumSource
    void an_answer_to_a_security_context_set_by_a_later_filter_is_given_to_nobody_else(
            Server server, CapturedOutput output) {
        assertKeptFromOthers(server, output, ContextFilter.class);
    }

    @ParameterizedTest
    @EnumSource
    void an_answer_to_a_caller_known_by_an_interceptor_is_given_to_nobody_else(Server server, CapturedOutput output) {
        assertKeptFromOthers(server, output, ContextInterceptor.class);
    }

    @Test
    void a_caller_known_by_an_earlier_filter_gets_replays_and_nobody_else_does() {
        try (OrdersApp application = OrdersApp.start(Database.create(), SHARED, Orders.class, EarlyFilter.class)) {
            HttpResponse<String> first = application.post("/orders", "k", BODY, "Token", "alice");

            assertThat(application.post("/orders", "k", BODY, "Token", "alice").body())
                    .isEqualTo(first.body());
            assertThat(application.post("/orders", "k", BODY, "Token", "bob").body())
                    .contains("\"bob\"");
            assertThat(application.post("/orders", "k", BODY).statusCode()).isEqualTo(401);
        }
    }

    @Test
    void nobody_gets_the_replay_of_nobody_where_that_is_allowed() {
        try (OrdersApp application = OrdersApp.start(Database.create(), SHARED, Orders.class, WrappingFilter.class)) {
            HttpResponse<String> first = application.post("/patient", "k", BODY);

            assertThat(first.statusCode()).isEqualTo(201);
            assertThat(application.post("/patient", "k", BODY).body()).isEqualTo(first.body());
        }
    }

    @Test
    void a_scope_resolver_that_knows_the_caller_makes_up_for_a_later_filter(CapturedOutput output) {
        try (OrdersApp application =
                OrdersApp.start(Database.create(), Map.of(), Orders.class, WrappingFilter.class, ByToken.class)) {
            HttpResponse<String> first = application.post("/orders", "k", BODY, "Token", "alice");

            assertThat(application.post("/orders", "k", BODY, "Token", "alice").body())
                    .isEqualTo(first.body());
            assertThat(output).doesNotContain("was authenticated only after");
        }
    }

    @ParameterizedTest
    @EnumSource
    void known_and_unknown_callers_of_one_scope_do_not_share_answers(Server server) {
        try (OrdersApp application =
                OrdersApp.startOn(server, Database.create(), SHARED, Orders.class, EarlyFilter.class, OneScope.class)) {
            HttpResponse<String> alices = application.post("/patient", "known", BODY, "Token", "alice");
            HttpResponse<String> nobodys = application.post("/patient", "unknown", BODY);

            assertThat(List.of(alices.statusCode(), nobodys.statusCode())).containsOnly(201);
            assertForbidden(application.post("/patient", "known", BODY));
            assertForbidden(application.post("/patient", "unknown", BODY, "Token", "alice"));
            assertThat(application
                            .post("/patient", "known", BODY, "Token", "bob")
                            .body())
                    .as("the application's own resolver says that they share")
                    .isEqualTo(alices.body());
            assertThat(application.post("/patient", "unknown", BODY).body()).isEqualTo(nobodys.body());
            assertThat(alices.headers().map().keySet()).noneMatch(name -> name.equalsIgnoreCase("Idempotency-Caller"));
            assertThat(application
                            .post("/patient", "unknown", BODY)
                            .headers()
                            .map()
                            .keySet())
                    .noneMatch(name -> name.equalsIgnoreCase("Idempotency-Caller"));
            assertThat(Orders.RUNS).hasValue(2);
        }
    }

    private static void assertKeptFromOthers(Server server, CapturedOutput output, Class<?> authentication) {
        try (OrdersApp application =
                OrdersApp.startOn(server, Database.create(), SHARED, Orders.class, authentication)) {
            HttpResponse<String> first = application.post("/orders", "k", BODY, "Token", "alice");
            HttpResponse<String> foreign = application.post("/orders", "k", BODY);
            HttpResponse<String> again = application.post("/orders", "k", BODY, "Token", "alice");
            application.post("/orders", "k2", BODY, "Token", "alice");

            assertThat(first.statusCode()).isEqualTo(201);
            assertThat(first.body()).contains("book");
            assertThat(foreign.body()).doesNotContain("book");
            assertThat(foreign.headers().firstValue("Location")).isEmpty();
            assertThat(List.of(foreign.statusCode(), again.statusCode())).containsOnly(409);
            assertThat(again.body()).contains("idempotency_response_unavailable");
            assertThat(Orders.RUNS).hasValue(2);
            assertThat(output)
                    .containsOnlyOnce("was authenticated only after")
                    .contains("POST /orders")
                    .contains("idempotency.filter.order");
        }
    }

    private static void assertForbidden(HttpResponse<String> refused) {
        assertThat(refused.statusCode()).isEqualTo(403);
        assertThat(refused.body()).contains("idempotency_replay_forbidden").doesNotContain("book");
    }

    /** Who names no one is turned away from {@code /orders}. */
    private static boolean turnedAway(HttpServletRequest request, HttpServletResponse response) {
        boolean refused =
                request.getHeader("Token") == null && request.getRequestURI().equals("/orders");
        if (refused) {
            response.setStatus(HttpServletResponse.SC_UNAUTHORIZED);
        }
        return refused;
    }

    private static final class Wrapping extends OncePerRequestFilter {

        @Override
        protected void doFilterInternal(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
                throws ServletException, IOException {
            String caller = request.getHeader("Token");
            if (!turnedAway(request, response)) {
                chain.doFilter(
                        new HttpServletRequestWrapper(request) {
                            @Override
                            public Principal getUserPrincipal() {
                                return caller == null ? null : () -> caller;
                            }
                        },
                        response);
            }
        }
    }

    private static void authenticate(HttpServletRequest request) {
        String caller = request.getHeader("Token");
        if (caller != null) {
            SecurityContextHolder.setContext(
                    new SecurityContextImpl(UsernamePasswordAuthenticationToken.authenticated(caller, "", List.of())));
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class WrappingFilter {
        @Bean
        Filter authentication() {
            return new Wrapping();
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class EarlyFilter {
        @Bean
        FilterRegistrationBean<Filter> authentication() {
            FilterRegistrationBean<Filter> registration = new FilterRegistrationBean<>(new Wrapping());
            registration.setOrder(-60);
            return registration;
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class ContextFilter {
        @Bean
        Filter authentication() {
            return new OncePerRequestFilter() {
                @Override
                protected void doFilterInternal(
                        HttpServletRequest request, HttpServletResponse response, FilterChain chain)
                        throws ServletException, IOException {
                    if (turnedAway(request, response)) {
                        return;
                    }
                    authenticate(request);
                    try {
                        chain.doFilter(request, response);
                    } finally {
                        SecurityContextHolder.clearContext();
                    }
                }
            };
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class ContextInterceptor {
        @Bean
        WebMvcConfigurer authentication() {
            return new WebMvcConfigurer() {
                @Override
                public void addInterceptors(InterceptorRegistry registry) {
                    registry.addInterceptor(new HandlerInterceptor() {
                        @Override
                        public boolean preHandle(
                                HttpServletRequest request, HttpServletResponse response, Object handler) {
                            if (turnedAway(request, response)) {
                                return false;
                            }
                            authenticate(request);
                            return true;
                        }

                        @Override
                        public void afterCompletion(
                                HttpServletRequest request,
                                HttpServletResponse response,
                                Object handler,
                                Exception thrown) {
                            SecurityContextHolder.clearContext();
                        }
                    });
                }
            };
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class ByToken {
        @Bean
        ScopeResolver byToken() {
            return request -> Optional.ofNullable(request.getHeader("Token")).map(Scope::of);
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class OneScope {
        @Bean
        ScopeResolver one() {
            return request -> Optional.of(Scope.of("all"));
        }
    }
}
