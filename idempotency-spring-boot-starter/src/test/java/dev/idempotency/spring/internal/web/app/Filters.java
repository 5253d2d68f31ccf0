package dev.idempotency.spring.internal.web.app;

import dev.idempotency.core.atrest.StoredKeyMapper;
import dev.idempotency.core.engine.IdempotencyEngine;
import dev.idempotency.core.internal.key.KeyParser;
import dev.idempotency.core.key.KeySyntax;
import dev.idempotency.core.limit.KeyQuota;
import dev.idempotency.core.scope.Scope;
import dev.idempotency.core.store.IdempotencyStore;
import dev.idempotency.spring.internal.web.CommitFailures;
import dev.idempotency.spring.internal.web.ErrorAnswerFilter;
import dev.idempotency.spring.internal.web.FilterSettings;
import dev.idempotency.spring.internal.web.IdempotencyFilter;
import dev.idempotency.spring.internal.web.Listeners;
import dev.idempotency.spring.internal.web.ReplyWriter;
import dev.idempotency.spring.internal.web.RequestGuards;
import dev.idempotency.spring.internal.web.response.ReplayHeaders;
import jakarta.servlet.Filter;
import jakarta.servlet.http.HttpServletRequest;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.env.Environment;
import org.springframework.web.servlet.mvc.method.annotation.RequestMappingHandlerMapping;

/** The two filters, put together by hand. */
@Configuration(proxyBeanMethods = false)
class Filters {

    @Bean
    FilterSettings settings(Environment environment) {
        return new FilterSettings(
                "Idempotency-Key",
                Set.of("POST", "PATCH"),
                false,
                WebStack.LIMIT,
                WebStack.LIMIT,
                environment.getProperty("test.bodies-in-memory", Long.class, 1000L * WebStack.LIMIT),
                WebStack.LIMIT,
                ReplayHeaders.with(List.of("X-Kept")),
                true,
                environment.getRequiredProperty("test.error-pages", Boolean.class),
                Duration.ofSeconds(5));
    }

    @Bean
    FilterRegistrationBean<IdempotencyFilter> idempotencyFilter(
            ObjectProvider<RequestMappingHandlerMapping> mappings,
            IdempotencyStore store,
            Outcomes outcomes,
            FilterSettings settings) {
        IdempotencyEngine engine = new IdempotencyEngine(store);
        RequestGuards guards = new RequestGuards(
                new KeyParser(KeySyntax.LENIENT),
                request -> "nobody".equals(request.getHeader("Caller"))
                        ? Optional.empty()
                        : Optional.of(Scope.of(
                                Optional.ofNullable(request.getHeader("Caller")).orElse("alice"))),
                StoredKeyMapper.PLAIN,
                KeyQuota.NONE,
                List.of(),
                name -> request -> Optional.of(name));
        IdempotencyFilter filter = new IdempotencyFilter(
                new AnnotatedEndpoints(() -> mappings.getObject()),
                endpoint -> engine,
                null,
                guards,
                new ReplyWriter(new PlainProblems(), CommitFailures.THROWN_ON, settings.exposeHeaders()),
                new Listeners(List.of(outcomes)),
                settings);
        FilterRegistrationBean<IdempotencyFilter> bean = new FilterRegistrationBean<>(filter);
        bean.setOrder(IdempotencyFilter.DEFAULT_ORDER);
        bean.setDispatcherTypes(EnumSet.copyOf(IdempotencyFilter.dispatcherTypes()));
        return bean;
    }

    @Bean
    FilterRegistrationBean<ErrorAnswerFilter> errorAnswerFilter() {
        FilterRegistrationBean<ErrorAnswerFilter> bean = new FilterRegistrationBean<>(new ErrorAnswerFilter());
        bean.setOrder(ErrorAnswerFilter.ORDER);
        bean.setDispatcherTypes(EnumSet.copyOf(ErrorAnswerFilter.dispatcherTypes()));
        return bean;
    }

    /** A filter further out that reads what it wants to know. */
    @Bean
    FilterRegistrationBean<Filter> drain() {
        Filter drain = (request, response, chain) -> {
            String what = ((HttpServletRequest) request).getHeader("Drain");
            if ("parameters".equals(what)) {
                request.getParameter("a");
            }
            if ("parts".equals(what)) {
                ((HttpServletRequest) request).getParts();
            }
            chain.doFilter(request, response);
        };
        FilterRegistrationBean<Filter> bean = new FilterRegistrationBean<>(drain);
        bean.setOrder(IdempotencyFilter.DEFAULT_ORDER - 100);
        return bean;
    }
}
