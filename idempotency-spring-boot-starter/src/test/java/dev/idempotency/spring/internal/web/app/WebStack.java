package dev.idempotency.spring.internal.web.app;

import dev.idempotency.core.memory.InMemoryStore;
import java.time.Clock;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.http.converter.autoconfigure.HttpMessageConvertersAutoConfiguration;
import org.springframework.boot.jackson.autoconfigure.JacksonAutoConfiguration;
import org.springframework.boot.servlet.autoconfigure.HttpEncodingAutoConfiguration;
import org.springframework.boot.servlet.autoconfigure.MultipartAutoConfiguration;
import org.springframework.boot.validation.autoconfigure.ValidationAutoConfiguration;
import org.springframework.boot.webmvc.autoconfigure.DispatcherServletAutoConfiguration;
import org.springframework.boot.webmvc.autoconfigure.WebMvcAutoConfiguration;
import org.springframework.boot.webmvc.autoconfigure.error.ErrorMvcAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Spring MVC as Boot sets it up. */
@Configuration(proxyBeanMethods = false)
@ImportAutoConfiguration({
    DispatcherServletAutoConfiguration.class,
    WebMvcAutoConfiguration.class,
    ErrorMvcAutoConfiguration.class,
    HttpEncodingAutoConfiguration.class,
    MultipartAutoConfiguration.class,
    HttpMessageConvertersAutoConfiguration.class,
    JacksonAutoConfiguration.class,
    ValidationAutoConfiguration.class
})
class WebStack {

    static final int LIMIT = 64 * 1024;

    /** One for all servers, as a database would be. */
    private static final FaultyStore SHARED = new FaultyStore(new InMemoryStore(Clock.systemUTC(), 100_000));

    @Bean
    Runs runs() {
        return new Runs();
    }

    @Bean
    Outcomes outcomes() {
        return new Outcomes();
    }

    @Bean
    FaultyStore store() {
        return SHARED;
    }
}
