package dev.idempotency.chaos.seededbug;

import dev.idempotency.core.fingerprint.Fingerprint;
import dev.idempotency.core.fingerprint.Fingerprinter;
import dev.idempotency.core.scope.Scope;
import dev.idempotency.spring.scope.ScopeResolver;
import jakarta.servlet.Filter;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletResponse;
import java.util.Optional;
import javax.sql.DataSource;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.Ordered;
import org.springframework.core.env.Environment;

/** Puts in the bug that the property {@code chaos.seeded-bug} names, if any. */
@Configuration(proxyBeanMethods = false)
public class SeededBugConfiguration {

    @Bean
    static BeanPostProcessor planting(Environment environment) {
        Optional<SeededBug> seededBug = seededBug(environment);
        return new BeanPostProcessor() {
            @Override
            public Object postProcessAfterInitialization(Object bean, String name) {
                return seededBug.map(bug -> withBug(bug, bean)).orElse(bean);
            }
        };
    }

    @Bean
    FilterRegistrationBean<Filter> swallowing(Environment environment) {
        FilterRegistrationBean<Filter> registration = new FilterRegistrationBean<>((request, response, chain) -> {
            try {
                chain.doFilter(request, response);
            } catch (ServletException swallowed) {
                ((HttpServletResponse) response).setStatus(HttpServletResponse.SC_OK);
            }
        });
        registration.setEnabled(seededBug(environment)
                .filter(SeededBug.SWALLOWED_EXCEPTION::equals)
                .isPresent());
        return registration;
    }

    /** Around everything, as the container is. */
    @Bean
    FilterRegistrationBean<Filter> hiding(Environment environment) {
        FilterRegistrationBean<Filter> registration = new FilterRegistrationBean<>((request, response, chain) ->
                chain.doFilter(request, new HidingResponse((HttpServletResponse) response, request)));
        registration.setOrder(Ordered.HIGHEST_PRECEDENCE);
        registration.setEnabled(isClientFailurePlanted(environment));
        return registration;
    }

    /** Next to the handler, as if it threw by itself. */
    @Bean
    FilterRegistrationBean<Filter> throwing(Environment environment) {
        FilterRegistrationBean<Filter> registration = new FilterRegistrationBean<>((request, response, chain) ->
                chain.doFilter(request, new ThrowingResponse((HttpServletResponse) response, request)));
        registration.setOrder(Ordered.LOWEST_PRECEDENCE);
        registration.setEnabled(isClientFailurePlanted(environment));
        return registration;
    }

    private static boolean isClientFailurePlanted(Environment environment) {
        return seededBug(environment)
                .filter(SeededBug.CLIENT_FAILURE_IS_RETRYABLE::equals)
                .isPresent();
    }

    private static Optional<SeededBug> seededBug(Environment environment) {
        return Optional.ofNullable(environment.getProperty("chaos.seeded-bug"))
                .filter(name -> !name.isEmpty())
                .map(SeededBug::valueOf);
    }

    private static Object withBug(SeededBug seededBug, Object bean) {
        if (bean instanceof DataSource dataSource) {
            return new SeededBugDataSource(dataSource, seededBug);
        }
        if (seededBug == SeededBug.NO_SCOPE && bean instanceof ScopeResolver) {
            return (ScopeResolver) request -> Optional.of(Scope.of("u:alice"));
        }
        if (seededBug == SeededBug.KEYS_BEFORE_AUTHENTICATION && bean instanceof ScopeResolver scopes) {
            return (ScopeResolver) request -> scopes.resolve(request); // Vouches for whoever it takes for nobody.
        }
        if (seededBug == SeededBug.CONSTANT_FINGERPRINT && bean instanceof Fingerprinter) {
            return (Fingerprinter) content -> Fingerprint.of(1, new byte[Fingerprint.LENGTH - 1]);
        }
        return bean;
    }
}
