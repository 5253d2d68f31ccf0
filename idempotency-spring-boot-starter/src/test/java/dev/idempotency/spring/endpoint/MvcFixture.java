package dev.idempotency.spring.endpoint;

import jakarta.servlet.Filter;
import jakarta.servlet.http.HttpServletRequest;
import java.util.Collections;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import org.springframework.context.annotation.AnnotatedBeanDefinitionReader;
import org.springframework.core.env.MapPropertySource;
import org.springframework.mock.web.MockServletContext;
import org.springframework.test.web.servlet.MockMvc;
import org.springframework.test.web.servlet.RequestBuilder;
import org.springframework.test.web.servlet.setup.MockMvcBuilders;
import org.springframework.web.bind.annotation.RequestMethod;
import org.springframework.web.context.support.GenericWebApplicationContext;
import org.springframework.web.method.HandlerMethod;
import org.springframework.web.servlet.config.annotation.EnableWebMvc;

/** An application with a dispatcher, whose requests are looked at just before they reach it. */
final class MvcFixture implements AutoCloseable {

    private final GenericWebApplicationContext context = new GenericWebApplicationContext(new MockServletContext());
    private final MvcEndpoints endpoints;
    private final MockMvc mvc;

    MvcFixture(Class<?>... components) {
        this(UnaryOperator.identity(), endpoint -> {}, components);
    }

    MvcFixture(UnaryOperator<EndpointSettings> defaults, Consumer<ProtectedEndpoint> check, Class<?>... components) {
        EndpointSettings settings = defaults.apply(DocumentedSettings.get());
        context.getEnvironment()
                .getPropertySources()
                .addFirst(new MapPropertySource("orders", Map.of("orders.ttl", "36h")));
        AnnotatedBeanDefinitionReader reader = new AnnotatedBeanDefinitionReader(context);
        reader.register(Mvc.class);
        reader.register(components);
        context.registerBean(
                MvcEndpoints.class,
                () -> new MvcEndpoints(context, EnumSet.of(RequestMethod.POST, RequestMethod.PATCH), settings, check));
        context.refresh();
        endpoints = context.getBean(MvcEndpoints.class);
        mvc = MockMvcBuilders.webAppContextSetup(context).addFilters(looking()).build();
    }

    /** What was foreseen for a request and what then became of it. */
    record Seen(Optional<ProtectedEndpoint> endpoint, Object handler, int status, boolean traceLeft) {

        String operation() {
            return endpoint.map(ProtectedEndpoint::operation).orElse("none");
        }

        String reached() {
            return handler instanceof HandlerMethod method ? method.getMethod().getName() : "none";
        }
    }

    Seen send(RequestBuilder request) throws Exception {
        var result = mvc.perform(request).andReturn();
        return new Seen(
                found(result.getRequest()),
                result.getHandler(),
                result.getResponse().getStatus(),
                (Boolean) result.getRequest().getAttribute("traceLeft"));
    }

    @SuppressWarnings("unchecked")
    private static Optional<ProtectedEndpoint> found(HttpServletRequest request) {
        return (Optional<ProtectedEndpoint>) request.getAttribute("found");
    }

    private Filter looking() {
        return (request, response, chain) -> {
            Map<String, Object> before = attributes((HttpServletRequest) request);
            Optional<ProtectedEndpoint> found = endpoints.find((HttpServletRequest) request);
            request.setAttribute(
                    "traceLeft", !attributes((HttpServletRequest) request).equals(before));
            request.setAttribute("found", found);
            chain.doFilter(request, response);
        };
    }

    private static Map<String, Object> attributes(HttpServletRequest request) {
        Map<String, Object> all = new HashMap<>();
        Collections.list(request.getAttributeNames()).forEach(name -> all.put(name, request.getAttribute(name)));
        return all;
    }

    @Override
    public void close() {
        context.close();
    }

    @EnableWebMvc
    static class Mvc {}
}
