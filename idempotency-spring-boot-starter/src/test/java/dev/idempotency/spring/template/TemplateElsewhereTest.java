package dev.idempotency.spring.template;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.idempotency.core.store.IdempotencyStore;
import dev.idempotency.core.template.IdempotencyTemplate;
import dev.idempotency.core.template.IdempotentResult;
import dev.idempotency.core.template.ValueCodec;
import dev.idempotency.spring.IdempotencyConfigurationException;
import dev.idempotency.spring.internal.template.Jackson2ValueCodec;
import dev.idempotency.spring.internal.template.JacksonValueCodec;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.transaction.support.TransactionTemplate;

/** The template with records in memory, switched off, and without any store. */
class TemplateElsewhereTest {

    private static final String KEY = "one";

    @ParameterizedTest
    @EnumSource
    void records_in_memory_live_and_die_with_the_work(Way way) {
        try (TemplateApplication application =
                new TemplateApplication(4, "--idempotency.store=memory", "--idempotency.jdbc.schema=none")) {
            assertThatThrownBy(() -> application.run(
                            way,
                            KEY,
                            call -> call.run(String.class, () -> {
                                application.work(KEY);
                                throw new IllegalStateException("planted");
                            })))
                    .hasMessage("planted");
            assertThat(application.bookings(KEY)).isEqualTo(way == Way.LEASE ? 1 : 0);

            assertThat(application.book(way, KEY)).isInstanceOf(IdempotentResult.Ran.class);
            assertThat(application.book(way, KEY)).isEqualTo(new IdempotentResult.Replayed<>("booked " + KEY));
        }
    }

    @Test
    void a_call_that_joins_is_kept_in_memory_only_if_its_caller_commits() {
        try (TemplateApplication application =
                new TemplateApplication(4, "--idempotency.store=memory", "--idempotency.jdbc.schema=none")) {
            TransactionTemplate transactions = application.transactions();
            transactions.executeWithoutResult(status -> {
                assertThat(application.call(KEY).joining().run(String.class, () -> application.work(KEY)))
                        .isInstanceOf(IdempotentResult.Ran.class);
                assertThat(application.call(KEY).joining().run(String.class, () -> application.work(KEY)))
                        .isInstanceOf(IdempotentResult.Replayed.class);
                status.setRollbackOnly();
            });
            assertThat(application.bookings(KEY)).isZero();

            assertThat(application.book(Way.JOINING, KEY)).isInstanceOf(IdempotentResult.Ran.class);
            assertThat(application.bookings(KEY)).isOne();
            assertThatIllegalStateException()
                    .isThrownBy(() -> transactions.execute(status -> application.book(Way.LEASE, KEY)));
        }
    }

    @ParameterizedTest
    @EnumSource
    void where_idempotency_is_switched_off_every_call_runs(Way way) {
        try (TemplateApplication application = new TemplateApplication(4, "--idempotency.enabled=false")) {
            assertThat(application.has(IdempotencyStore.class)).isFalse();
            assertThat(application.book(way, KEY)).isEqualTo(new IdempotentResult.Ran<>("booked " + KEY));
            assertThat(application.book(way, KEY)).isEqualTo(new IdempotentResult.Ran<>("booked " + KEY));
            assertThat(application.bookings(KEY)).isEqualTo(2);

            assertThatThrownBy(() -> application.run(
                            way,
                            "failed",
                            call -> call.run(String.class, () -> {
                                application.work("failed");
                                throw new IllegalStateException("planted");
                            })))
                    .hasMessage("planted");
            assertThat(application.bookings("failed")).isEqualTo(way == Way.LEASE ? 1 : 0);
        }
    }

    @Test
    void the_codec_is_that_of_the_mapper_that_the_application_has() {
        try (TemplateApplication application = new TemplateApplication(4)) {
            assertThat(application.bean(ValueCodec.class)).isInstanceOf(JacksonValueCodec.class);
        }
        try (ConfigurableApplicationContext context = new SpringApplicationBuilder(OfJackson2.class)
                .web(WebApplicationType.NONE)
                .run(
                        "--spring.autoconfigure.exclude=org.springframework.boot.jackson.autoconfigure.JacksonAutoConfiguration,"
                                + "org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration")) {
            assertThat(context.getBean(ValueCodec.class)).isInstanceOf(Jackson2ValueCodec.class);
            assertThatThrownBy(() -> context.getBean(IdempotencyTemplate.class)
                            .operation("any")
                            .key(KEY)
                            .lease()
                            .run(() -> {}))
                    .isInstanceOf(IdempotencyConfigurationException.class)
                    .hasMessageContaining("nowhere to keep");
        }
    }

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    static class OfJackson2 {

        @Bean
        com.fasterxml.jackson.databind.ObjectMapper mapper() {
            return new com.fasterxml.jackson.databind.ObjectMapper();
        }
    }
}
