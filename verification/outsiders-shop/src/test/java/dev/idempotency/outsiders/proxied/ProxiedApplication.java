package dev.idempotency.outsiders.proxied;

import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.scheduling.annotation.EnableAsync;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.config.annotation.web.configurers.AbstractHttpConfigurer;
import org.springframework.security.web.SecurityFilterChain;

/** Its controllers are behind proxies, for transactions and for the validation of arguments. */
@Configuration(proxyBeanMethods = false)
@EnableAutoConfiguration
@EnableAsync
class ProxiedApplication {

    @Bean
    SecurityFilterChain everybody(HttpSecurity http) {
        return http.authorizeHttpRequests(calls -> calls.anyRequest().permitAll())
                .csrf(AbstractHttpConfigurer::disable)
                .build();
    }
}
