package dev.idempotency.spring.web.app;

import dev.idempotency.core.key.KeyParser;
import dev.idempotency.core.key.KeySyntax;
import dev.idempotency.core.memory.InMemoryStore;
import dev.idempotency.core.scope.Scope;
import dev.idempotency.core.store.IdempotencyStore;
import dev.idempotency.spring.web.ErrorAnswerFilter;
import dev.idempotency.spring.web.FilterSettings;
import dev.idempotency.spring.web.IdempotencyFilter;
import dev.idempotency.spring.web.response.ReplayHeaders;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.http.converter.autoconfigure.HttpMessageConvertersAutoConfiguration;
import org.springframework.boot.jackson.autoconfigure.JacksonAutoConfiguration;
import org.springframework.boot.servlet.autoconfigure.HttpEncodingAutoConfiguration;
import org.springframework.boot.servlet.autoconfigure.MultipartAutoConfiguration;
import org.springframework.boot.validation.autoconfigure.ValidationAutoConfiguration;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.boot.webmvc.autoconfigure.DispatcherServletAutoConfiguration;
import org.springframework.boot.webmvc.autoconfigure.WebMvcAutoConfiguration;
import org.springframework.boot.webmvc.autoconfigure.error.ErrorMvcAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.web.servlet.mvc.method.annotation.RequestMappingHandlerMapping;

/** Spring MVC as Boot sets it up, with the two filters put together by hand. */
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
        return new FaultyStore(new InMemoryStore(Clock.systemUTC(), 100_000));
    }

    @Bean
    FilterSettings settings() {
        return new FilterSettings(
                "Idempotency-Key",
                Set.of("POST", "PATCH"),
                LIMIT,
                LIMIT,
                ReplayHeaders.with(List.of("X-Kept")),
                true,
                true,
                Duration.ofSeconds(5));
    }

    @Bean
    FilterRegistrationBean<IdempotencyFilter> idempotencyFilter(
            ObjectProvider<RequestMappingHandlerMapping> mappings,
            IdempotencyStore store,
            Outcomes outcomes,
            FilterSettings settings) {
        IdempotencyFilter filter = new IdempotencyFilter(
                new AnnotatedEndpoints(() -> mappings.getObject()),
                new KeyParser(KeySyntax.LENIENT),
                request -> "nobody".equals(request.getHeader("Caller"))
                        ? Optional.empty()
                        : Optional.of(Scope.of(
                                Optional.ofNullable(request.getHeader("Caller")).orElse("alice"))),
                endpoint -> store,
                new PlainProblems(),
                outcomes,
                settings);
        FilterRegistrationBean<IdempotencyFilter> bean = new FilterRegistrationBean<>(filter);
        bean.setOrder(IdempotencyFilter.DEFAULT_ORDER);
        bean.setDispatcherTypes(java.util.EnumSet.copyOf(IdempotencyFilter.dispatcherTypes()));
        return bean;
    }

    @Bean
    FilterRegistrationBean<ErrorAnswerFilter> errorAnswerFilter() {
        FilterRegistrationBean<ErrorAnswerFilter> bean = new FilterRegistrationBean<>(new ErrorAnswerFilter());
        bean.setOrder(ErrorAnswerFilter.ORDER);
        bean.setDispatcherTypes(java.util.EnumSet.copyOf(ErrorAnswerFilter.dispatcherTypes()));
        return bean;
    }
}
