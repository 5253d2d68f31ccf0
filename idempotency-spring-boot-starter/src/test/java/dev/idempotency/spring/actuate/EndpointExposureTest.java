package dev.idempotency.spring.actuate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.idempotency.spring.autoconfigure.IdempotencyAutoConfiguration;
import dev.idempotency.spring.autoconfigure.IdempotencyCoverageAutoConfiguration;
import dev.idempotency.spring.autoconfigure.IdempotencyEndpointAutoConfiguration;
import dev.idempotency.spring.autoconfigure.IdempotencyUpkeepAutoConfiguration;
import dev.idempotency.spring.autoconfigure.IdempotencyWebMvcAutoConfiguration;
import org.junit.jupiter.api.Test;
import org.springframework.boot.actuate.endpoint.SecurityContext;
import org.springframework.boot.actuate.endpoint.web.annotation.WebEndpoint;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.WebApplicationContextRunner;
import org.springframework.boot.webmvc.autoconfigure.WebMvcAutoConfiguration;

class EndpointExposureTest {

    private final WebApplicationContextRunner application = new WebApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(
                    IdempotencyAutoConfiguration.class,
                    IdempotencyUpkeepAutoConfiguration.class,
                    IdempotencyWebMvcAutoConfiguration.class,
                    IdempotencyCoverageAutoConfiguration.class,
                    IdempotencyEndpointAutoConfiguration.class,
                    WebMvcAutoConfiguration.class))
            .withPropertyValues("idempotency.store=memory");

    @Test
    void nobody_sees_it_unless_it_is_exposed() {
        application.run(context -> assertThat(context).doesNotHaveBean(IdempotencyEndpoint.class));
        application
                .withPropertyValues("management.endpoints.web.exposure.include=health,info")
                .run(context -> assertThat(context).doesNotHaveBean(IdempotencyEndpoint.class));
        application
                .withPropertyValues("management.endpoints.web.exposure.include=idempotency")
                .run(context -> assertThat(context).hasSingleBean(IdempotencyEndpoint.class));
    }

    @Test
    void an_application_without_the_actuator_does_without() {
        application
                .withClassLoader(new FilteredClassLoader(WebEndpoint.class))
                .run(context -> assertThat(context).hasNotFailed().doesNotHaveBean(IdempotencyEndpoint.class));
    }

    @Test
    void nobody_who_is_not_known_changes_anything() {
        application
                .withPropertyValues("management.endpoints.web.exposure.include=idempotency")
                .run(context -> assertThat(context.getBean(IdempotencyEndpoint.class)
                                .act("purge", SecurityContext.NONE, "why", "s", null, null, null, null, null, null)
                                .getStatus())
                        .isEqualTo(401));
    }

    @Test
    void records_in_memory_are_counted_too() {
        application
                .withPropertyValues("management.endpoints.web.exposure.include=idempotency")
                .run(context -> assertThat(context.getBean(IdempotencyEndpoint.class)
                                .overview()
                                .getBody())
                        .asString()
                        .contains("in_progress=0", "estimated=false"));
    }
}
