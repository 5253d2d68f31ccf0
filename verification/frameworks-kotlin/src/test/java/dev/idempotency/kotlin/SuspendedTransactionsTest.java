package dev.idempotency.kotlin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.idempotency.spring.IdempotencyConfigurationException;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.FieldSource;

/** A transaction is bound to its thread, so that no handler that goes on elsewhere may have one. */
class SuspendedTransactionsTest {

    static final List<Class<?>> GOING_ON = List.of(
            SuspendedWithoutAnswer.class,
            SuspendedForText.class,
            Flowing.class,
            Deferring.class,
            DeferringEntity.class,
            AnsweringByMono.class,
            AnsweringByInterface.class,
            NamedAsRoute.class);

    @ParameterizedTest
    @EnumSource(KotlinApp.Server.class)
    void a_handler_that_suspends_stops_the_start_on_every_server(KotlinApp.Server server) {
        assertRefused(server, Suspended.class);
    }

    @ParameterizedTest
    @FieldSource("GOING_ON")
    void a_handler_whose_type_says_that_it_goes_on_elsewhere_stops_the_start(Class<?> handler) {
        assertRefused(KotlinApp.Server.TOMCAT, handler);
    }

    private static void assertRefused(KotlinApp.Server server, Class<?> handler) {
        assertThatThrownBy(() -> KotlinApp.start(server, handler).close())
                .isInstanceOfSatisfying(IdempotencyConfigurationException.class, wrong -> {
                    assertThat(wrong)
                            .hasMessageContaining(handler.getSimpleName())
                            .hasMessageContaining("TRANSACTIONAL")
                            .hasMessageContaining("asynchronously");
                    assertThat(wrong.action()).contains("LEASE");
                });
    }
}
