package dev.idempotency.spring.endtoend;

import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.security.config.Customizer;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.core.userdetails.User;
import org.springframework.security.core.userdetails.UserDetails;
import org.springframework.security.core.userdetails.UserDetailsService;
import org.springframework.security.provisioning.InMemoryUserDetailsManager;
import org.springframework.security.web.SecurityFilterChain;

/** Spring Security with HTTP Basic and two users; nobody else gets in, except to {@code /patient}. */
@Configuration(proxyBeanMethods = false)
class BasicUsers {

    @Bean
    SecurityFilterChain chain(HttpSecurity http) {
        return http.csrf(csrf -> csrf.disable())
                .httpBasic(Customizer.withDefaults())
                .authorizeHttpRequests(requests -> requests.requestMatchers("/error", "/patient")
                        .permitAll()
                        .anyRequest()
                        .authenticated())
                .build();
    }

    /** It cannot change passwords: encoded anew, as they would be, they would cost every request a tenth of a second. */
    @Bean
    UserDetailsService users() {
        return new InMemoryUserDetailsManager(user("alice"), user("bob"))::loadUserByUsername;
    }

    private static UserDetails user(String name) {
        return User.withUsername(name).password("{noop}" + name).roles("USER").build();
    }
}
