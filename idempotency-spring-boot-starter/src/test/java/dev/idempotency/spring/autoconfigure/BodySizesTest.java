package dev.idempotency.spring.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;

import dev.idempotency.spring.internal.web.FilterSettings;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.servlet.autoconfigure.MultipartAutoConfiguration;
import org.springframework.boot.test.context.assertj.AssertableWebApplicationContext;
import org.springframework.boot.test.context.runner.WebApplicationContextRunner;
import org.springframework.boot.webmvc.autoconfigure.WebMvcAutoConfiguration;

class BodySizesTest {

    private final WebApplicationContextRunner memory = new WebApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(
                    IdempotencyAutoConfiguration.class,
                    IdempotencyJdbcAutoConfiguration.class,
                    IdempotencyGuardAutoConfiguration.class,
                    IdempotencyEngineAutoConfiguration.class,
                    IdempotencyHandlersAutoConfiguration.class,
                    IdempotencyWebMvcAutoConfiguration.class,
                    WebMvcAutoConfiguration.class))
            .withPropertyValues("idempotency.store=memory");

    @Test
    void a_larger_limit_of_spring_for_uploads_applies_to_them_unless_ours_is_set() {
        memory.withPropertyValues("idempotency.max-bodies-in-memory=64MB").run(context -> assertSizes(context, 1, 1));
        WebApplicationContextRunner uploads =
                memory.withConfiguration(AutoConfigurations.of(MultipartAutoConfiguration.class));
        uploads.withPropertyValues("idempotency.max-bodies-in-memory=64MB").run(context -> assertSizes(context, 1, 10));
        uploads.withPropertyValues(
                        "idempotency.max-bodies-in-memory=64MB", "spring.servlet.multipart.max-request-size=512KB")
                .run(context -> assertSizes(context, 1, 1));
        uploads.withPropertyValues("idempotency.max-bodies-in-memory=64MB", "idempotency.max-request-size=2MB")
                .run(context -> assertSizes(context, 2, 2));
        uploads.withPropertyValues(
                        "idempotency.max-bodies-in-memory=64MB", "spring.servlet.multipart.max-request-size=-1")
                .run(context -> assertSizes(context, 1, 64));
    }

    private static void assertSizes(AssertableWebApplicationContext context, int request, int upload) {
        FilterSettings settings = context.getBean(FilterSettings.class);
        assertThat(settings.maxRequestSize()).isEqualTo(request * 1024 * 1024);
        assertThat(settings.maxUploadSize()).isEqualTo(upload * 1024 * 1024);
        assertThat(settings.maxBodiesInMemory()).isEqualTo(64L * 1024 * 1024);
    }

    @Test
    void bodies_take_a_sixteenth_of_the_heap_unless_told_otherwise_but_always_one_fits() {
        memory.run(context -> assertThat(context.getBean(FilterSettings.class).maxBodiesInMemory())
                .isEqualTo(Runtime.getRuntime().maxMemory() / 16));
        memory.withPropertyValues("idempotency.max-request-size=1GB")
                .run(context -> assertThat(context.getBean(FilterSettings.class).maxBodiesInMemory())
                        .isGreaterThanOrEqualTo(1024L * 1024 * 1024));
    }
}
