package dev.idempotency.spring.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;

import dev.idempotency.core.outcome.Outcome;
import dev.idempotency.spring.Idempotent;
import dev.idempotency.spring.endpoint.Endpoints;
import dev.idempotency.spring.endpoint.ProtectedEndpoint;
import dev.idempotency.spring.outcome.OutcomePolicy;
import jakarta.servlet.Filter;
import jakarta.servlet.http.HttpServletRequest;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.beans.BeansException;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.WebApplicationContextRunner;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.boot.webmvc.autoconfigure.WebMvcAutoConfiguration;
import org.springframework.context.ApplicationContext;
import org.springframework.mock.web.MockFilterChain;
import org.springframework.mock.web.MockHttpServletRequest;
import org.springframework.mock.web.MockHttpServletResponse;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RestController;

/** What a request asks of the application, it asks once. */
class OneQuestionTest {

    private final List<String> asked = new ArrayList<>();

    private final WebApplicationContextRunner runner = new WebApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(AutoConfigurationNamesTest.OURS.toArray(Class<?>[]::new)))
            .withConfiguration(AutoConfigurations.of(WebMvcAutoConfiguration.class))
            .withUserConfiguration(Orders.class)
            .withPropertyValues("idempotency.store=memory", "idempotency.upkeep.enabled=false");

    @ParameterizedTest
    @ValueSource(ints = {200, 404, 409, 500, 504})
    void the_policy_is_asked_once_what_an_answer_means(int status) {
        runner.withBean(OutcomePolicy.class, () -> new Asked(asked)).run(context -> {
            MockHttpServletResponse response = new MockHttpServletResponse();
            response.setStatus(status);

            send(context, "answered", response);

            assertThat(asked).containsExactly("status " + status);
        });
    }

    @Test
    void the_endpoint_is_looked_up_once_also_with_the_route_in_the_scope() {
        for (boolean perRoute : List.of(true, false)) {
            asked.clear();
            runner.withPropertyValues("idempotency.scope.per-route=" + perRoute)
                    .withBean(Watching.class, () -> new Watching(asked))
                    .run(context -> {
                        send(context, "looked-up", new MockHttpServletResponse());

                        assertThat(asked).containsExactly("endpoint");
                    });
        }
    }

    private static void send(ApplicationContext context, String key, MockHttpServletResponse response)
            throws Exception {
        MockHttpServletRequest request = new MockHttpServletRequest("POST", "/orders");
        request.addHeader("Idempotency-Key", key);
        Filter filter = context.getBean("idempotencyFilter", FilterRegistrationBean.class)
                .getFilter();
        filter.doFilter(request, response, new MockFilterChain());
    }

    private record Asked(List<String> asked) implements OutcomePolicy {

        @Override
        public Outcome ofStatus(int status) {
            asked.add("status " + status);
            return Outcome.STORED;
        }

        @Override
        public Outcome ofException(Throwable thrown) {
            asked.add("exception");
            return Outcome.UNKNOWN;
        }
    }

    private record Watching(List<String> asked) implements BeanPostProcessor {

        @Override
        public Object postProcessAfterInitialization(Object bean, String name) throws BeansException {
            return bean instanceof Endpoints endpoints ? new Watched(endpoints, asked) : bean;
        }
    }

    private record Watched(Endpoints endpoints, List<String> asked) implements Endpoints {

        @Override
        public Optional<ProtectedEndpoint> find(HttpServletRequest request) {
            asked.add("endpoint");
            return endpoints.find(request);
        }
    }

    @RestController
    static class Orders {
        @PostMapping("/orders")
        @Idempotent
        void place() {}
    }
}
