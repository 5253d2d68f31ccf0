package dev.idempotency.spring.endtoend;

import dev.idempotency.spring.Idempotent;
import dev.idempotency.spring.Mode;
import dev.idempotency.spring.endtoend.OrdersApp.Server;
import dev.idempotency.testbed.Database;
import jakarta.servlet.Filter;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicInteger;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.core.annotation.Order;
import org.springframework.security.config.Customizer;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.web.SecurityFilterChain;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/** An application with Spring Security, and with filters that add headers before and behind the one for keys. */
@Configuration(proxyBeanMethods = false)
@Import({
    BasicUsers.class,
    HeaderApp.Leased.class,
    HeaderApp.TakenBack.class,
    HeaderApp.Nonces.class,
    HeaderApp.Transactional.class,
    HeaderApp.Later.class,
})
class HeaderApp {

    private static final Map<Server, OrdersApp> STARTED = new EnumMap<>(Server.class);

    /** One for all tests: they differ by their keys. */
    static synchronized OrdersApp on(Server server) {
        return STARTED.computeIfAbsent(
                server, unseen -> OrdersApp.startWithSecurityOn(server, Database.create(), Map.of(), HeaderApp.class));
    }

    @Idempotent
    @RestController
    @RequestMapping("/lease")
    static class Leased extends HeaderAnswers {}

    @RestController
    static class TakenBack {

        @Idempotent
        @PostMapping("/taken-back")
        void takeBack(HttpServletResponse response) throws IOException {
            response.setHeader("Cache-Control", "max-age=60");
            response.setHeader("Content-Security-Policy", HeaderAnswers.POLICY);
            response.reset();
            response.getOutputStream().write(1);
        }
    }

    @Idempotent(mode = Mode.TRANSACTIONAL)
    @RestController
    @RequestMapping("/transactional")
    static class Transactional extends HeaderAnswers {}

    @Idempotent
    @RestController
    @RequestMapping("/later")
    static class Later extends LaterHeaderAnswers {}

    @Idempotent
    @RestController
    @RequestMapping("/nonce")
    static class Nonces {

        @PostMapping("/now")
        String now() {
            return "now";
        }

        @PostMapping("/later")
        Callable<String> later() {
            return () -> "later";
        }

        @PostMapping("/error")
        void error(HttpServletResponse response) throws IOException {
            response.sendError(409);
        }
    }

    /** Each answer has a policy of its own, unless it has one already: that is how Spring Security's own writers do it. */
    @Bean
    @Order(1)
    SecurityFilterChain nonces(HttpSecurity http) {
        AtomicInteger nonces = new AtomicInteger();
        return http.securityMatcher("/nonce/*")
                .csrf(csrf -> csrf.disable())
                .httpBasic(Customizer.withDefaults())
                .authorizeHttpRequests(requests -> requests.anyRequest().authenticated())
                .headers(headers -> headers.addHeaderWriter((request, response) -> {
                    if (!response.containsHeader("Content-Security-Policy")) {
                        response.setHeader(
                                "Content-Security-Policy", "script-src 'nonce-" + nonces.incrementAndGet() + "'");
                    }
                }))
                .build();
    }

    /** Around the filter for keys. */
    @Bean
    FilterRegistrationBean<Filter> around() {
        return filter(-70, "/*", response -> {
            response.addHeader("Vary", "Origin");
            response.addHeader("Link", "</style.css>; rel=\"preload\"");
            response.setHeader("X-Request-Id", "around");
        });
    }

    /** Between the filter for keys and the handler: no replay comes here. */
    @Bean
    FilterRegistrationBean<Filter> inside() {
        return filter(100, "/lease/policies", response -> response.setHeader("Permissions-Policy", "camera=()"));
    }

    private interface Writes {
        void to(HttpServletResponse response);
    }

    private static FilterRegistrationBean<Filter> filter(int order, String pattern, Writes writes) {
        FilterRegistrationBean<Filter> registration = new FilterRegistrationBean<>((request, response, chain) -> {
            writes.to((HttpServletResponse) response);
            chain.doFilter(request, response);
        });
        registration.setOrder(order);
        registration.addUrlPatterns(pattern);
        return registration;
    }
}
