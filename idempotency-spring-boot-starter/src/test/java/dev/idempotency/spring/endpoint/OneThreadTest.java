package dev.idempotency.spring.endpoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.idempotency.spring.IdempotencyConfigurationException;
import dev.idempotency.spring.Mode;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

/** Coroutines and reactive types are tried in the module {@code frameworks-kotlin}. */
class OneThreadTest {

    static final List<Class<?>> GOING_ON = List.of(
            Signatures.ByStage.class,
            Signatures.ByFuture.class,
            Signatures.ByCallable.class,
            Signatures.ByDeferredResult.class,
            Signatures.ByTask.class,
            Signatures.ByEmitter.class,
            Signatures.ByEvents.class,
            Signatures.ByStream.class,
            Signatures.ByEntity.class,
            Signatures.ByOwnEntity.class,
            Signatures.ByBound.class,
            Signatures.ByType.class,
            Signatures.AsyncMethod.class,
            Signatures.AsyncType.class,
            Signatures.Named.class);

    @ParameterizedTest
    @FieldSource("GOING_ON")
    void a_handler_that_goes_on_elsewhere_stops_the_start_in_transactional_only(Class<?> component) {
        assertThatThrownBy(() -> new MvcFixture(defaults -> defaults.mode(Mode.TRANSACTIONAL), seen -> {}, component))
                .isInstanceOfSatisfying(IdempotencyConfigurationException.class, wrong -> {
                    assertThat(wrong).hasMessageContaining(component.getSimpleName() + "#handle");
                    assertThat(wrong).hasMessageContaining("answers asynchronously");
                    assertThat(wrong.action()).contains("LEASE");
                });
        assertThatCode(() -> new MvcFixture(component).close()).doesNotThrowAnyException();
    }

    @Test
    void what_no_signature_tells_does_not_stop_the_start() {
        assertThatCode(() -> new MvcFixture(
                                defaults -> defaults.mode(Mode.TRANSACTIONAL), seen -> {}, Signatures.Untold.class)
                        .close())
                .doesNotThrowAnyException();
    }

    @Test
    void a_named_route_does_not_mind_handlers_of_other_paths_and_methods() {
        assertThatCode(() -> new MvcFixture(
                                defaults -> defaults.mode(Mode.TRANSACTIONAL),
                                seen -> {},
                                Signatures.NamedElsewhere.class)
                        .close())
                .doesNotThrowAnyException();
    }
}
