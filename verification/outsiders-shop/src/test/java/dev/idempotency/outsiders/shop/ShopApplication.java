package dev.idempotency.outsiders.shop;

import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.context.annotation.Bean;
import org.springframework.security.config.Customizer;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.config.annotation.web.configurers.AbstractHttpConfigurer;
import org.springframework.security.core.userdetails.User;
import org.springframework.security.core.userdetails.UserDetailsService;
import org.springframework.security.provisioning.InMemoryUserDetailsManager;
import org.springframework.security.web.SecurityFilterChain;
import org.springframework.web.filter.CommonsRequestLoggingFilter;
import org.springframework.web.filter.ShallowEtagHeaderFilter;

/** Takes orders and payments from customers who have a password. */
@SpringBootApplication
class ShopApplication {

    @Bean
    SecurityFilterChain customersOnly(HttpSecurity http) {
        return http.authorizeHttpRequests(calls -> calls.requestMatchers("/orders/recalled")
                        .hasRole("CLERK")
                        .anyRequest()
                        .authenticated())
                .httpBasic(Customizer.withDefaults())
                .csrf(AbstractHttpConfigurer::disable)
                .build();
    }

    @Bean
    UserDetailsService customers() {
        return new InMemoryUserDetailsManager(
                User.withUsername("anna")
                        .password("{noop}anna")
                        .roles("CUSTOMER")
                        .build(),
                User.withUsername("ben").password("{noop}ben").roles("CUSTOMER").build());
    }

    /** Logs bodies, for which it keeps what the handler reads. */
    @Bean
    CommonsRequestLoggingFilter requestLog() {
        CommonsRequestLoggingFilter filter = new CommonsRequestLoggingFilter();
        filter.setIncludePayload(true);
        filter.setMaxPayloadLength(1_000);
        return filter;
    }

    @Bean
    ShallowEtagHeaderFilter etags() {
        return new ShallowEtagHeaderFilter();
    }
}
