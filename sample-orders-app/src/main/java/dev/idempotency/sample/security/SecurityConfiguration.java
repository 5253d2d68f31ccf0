package dev.idempotency.sample.security;

import static org.springframework.security.config.Customizer.withDefaults;

import jakarta.servlet.DispatcherType;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.http.HttpMethod;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.config.annotation.web.configurers.AbstractHttpConfigurer;
import org.springframework.security.config.http.SessionCreationPolicy;
import org.springframework.security.core.userdetails.User;
import org.springframework.security.core.userdetails.UserDetails;
import org.springframework.security.core.userdetails.UserDetailsService;
import org.springframework.security.provisioning.InMemoryUserDetailsManager;
import org.springframework.security.web.SecurityFilterChain;

/** HTTP Basic for every call; only the page itself is there for everybody. Each user is a tenant. */
@Configuration(proxyBeanMethods = false)
class SecurityConfiguration {

    private static final String[] PAGE = {"/", "/index.html", "/page/*"};
    private static final String ONLY_OUR_OWN = "default-src 'self'; img-src 'self' data:";

    @Bean
    SecurityFilterChain everyCall(HttpSecurity http) {
        return http.authorizeHttpRequests(calls -> calls.dispatcherTypeMatchers(DispatcherType.ERROR)
                        .permitAll()
                        .requestMatchers(HttpMethod.GET, PAGE)
                        .permitAll()
                        .requestMatchers("/actuator/health")
                        .permitAll()
                        .requestMatchers("/actuator/**")
                        .hasRole("OPERATOR")
                        .anyRequest()
                        .authenticated())
                .httpBasic(withDefaults())
                .headers(headers -> headers.contentSecurityPolicy(policy -> policy.policyDirectives(ONLY_OUR_OWN)))
                .sessionManagement(sessions -> sessions.sessionCreationPolicy(SessionCreationPolicy.STATELESS))
                // No cookie says who a caller is, so there is none to misuse.
                .csrf(AbstractHttpConfigurer::disable)
                .build();
    }

    /** Without the manager's other side, which would hash these passwords at the first login: every later call would pay for it. */
    @Bean
    @SuppressWarnings("UnnecessaryMethodReference") // It hides that other side.
    UserDetailsService users() {
        InMemoryUserDetailsManager all = new InMemoryUserDetailsManager(
                user("alice", "CUSTOMER"), user("bob", "CUSTOMER"), user("operator", "OPERATOR"));
        return all::loadUserByUsername;
    }

    /** Name and password are the same, for everybody to know. */
    private static UserDetails user(String name, String role) {
        return User.withUsername(name).password("{noop}" + name).roles(role).build();
    }
}
