package dev.idempotency.spring.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.servlet.Filter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.WebApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.boot.web.servlet.DelegatingFilterProxyRegistrationBean;
import org.springframework.boot.webmvc.autoconfigure.WebMvcAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.security.config.Customizer;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.config.annotation.web.configuration.EnableWebSecurity;
import org.springframework.security.web.SecurityFilterChain;
import org.springframework.security.web.access.intercept.AuthorizationFilter;

@ExtendWith(OutputCaptureExtension.class)
class TenantClaimAuditTest {

    private static final String WARNING = "no filter of Spring Security reads a token";

    private final WebApplicationContextRunner application = new WebApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(
                    IdempotencyAutoConfiguration.class,
                    IdempotencyGuardAutoConfiguration.class,
                    IdempotencyEngineAutoConfiguration.class,
                    IdempotencyHandlersAutoConfiguration.class,
                    IdempotencyWebMvcAutoConfiguration.class,
                    WebMvcAutoConfiguration.class))
            .withPropertyValues("idempotency.store=memory", "idempotency.scope.tenant-claim=org");

    /** As Spring Boot does it. */
    private static DelegatingFilterProxyRegistrationBean registration() {
        DelegatingFilterProxyRegistrationBean registration =
                new DelegatingFilterProxyRegistrationBean(SpringSecurity.FILTER);
        registration.setOrder(-100);
        return registration;
    }

    @Test
    void a_claim_that_nobody_can_have_is_told_at_start_up(CapturedOutput output) {
        application
                .withUserConfiguration(Passwords.class)
                .withBean(DelegatingFilterProxyRegistrationBean.class, TenantClaimAuditTest::registration)
                .run(context -> {
                    assertThat(context).hasNotFailed();
                    assertThat(output).contains("'org'").containsOnlyOnce(WARNING);
                });
    }

    @Test
    void a_filter_of_the_application_may_read_tokens(CapturedOutput output) {
        application
                .withUserConfiguration(OwnFilter.class)
                .withBean(DelegatingFilterProxyRegistrationBean.class, TenantClaimAuditTest::registration)
                .run(context -> {
                    assertThat(context).hasNotFailed();
                    assertThat(output).doesNotContain(WARNING);
                });
    }

    @Test
    void without_spring_securitys_filters_nothing_is_told(CapturedOutput output) {
        application.run(context -> {
            assertThat(context).hasNotFailed();
            assertThat(output).doesNotContain(WARNING);
        });
    }

    @Configuration(proxyBeanMethods = false)
    @EnableWebSecurity
    static class Passwords {

        @Bean
        SecurityFilterChain chain(HttpSecurity http) {
            return http.authorizeHttpRequests(calls -> calls.anyRequest().authenticated())
                    .httpBasic(Customizer.withDefaults())
                    .build();
        }
    }

    @Configuration(proxyBeanMethods = false)
    @EnableWebSecurity
    static class OwnFilter {

        @Bean
        SecurityFilterChain chain(HttpSecurity http) {
            Filter own = (request, response, chain) -> chain.doFilter(request, response);
            return http.authorizeHttpRequests(calls -> calls.anyRequest().authenticated())
                    .addFilterBefore(own, AuthorizationFilter.class)
                    .build();
        }
    }
}
