package dev.idempotency.outsiders.catalogue;

import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.context.annotation.Bean;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.config.annotation.web.configurers.AbstractHttpConfigurer;
import org.springframework.security.web.SecurityFilterChain;

/** Has no controllers for HTTP: Spring Data REST and Spring GraphQL serve it to everybody. */
@SpringBootApplication
class CatalogueApplication {

    @Bean
    SecurityFilterChain everybody(HttpSecurity http) {
        return http.authorizeHttpRequests(calls -> calls.anyRequest().permitAll())
                .csrf(AbstractHttpConfigurer::disable)
                .build();
    }
}
