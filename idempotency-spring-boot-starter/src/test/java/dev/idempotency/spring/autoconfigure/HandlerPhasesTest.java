package dev.idempotency.spring.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.idempotency.core.engine.Waiting;
import dev.idempotency.core.fingerprint.CanonicalFingerprinter;
import dev.idempotency.core.internal.template.PlainValueCodec;
import dev.idempotency.core.store.OnLapsedLease;
import dev.idempotency.spring.IdempotencyConfigurationException;
import dev.idempotency.spring.Mode;
import dev.idempotency.spring.OnStoreFailure;
import dev.idempotency.spring.endpoint.EndpointSettings;
import dev.idempotency.spring.endpoint.ProtectedEndpoint;
import dev.idempotency.spring.internal.phase.PhaseSettings;
import dev.idempotency.spring.internal.transaction.DeclaredTransactions;
import dev.idempotency.spring.outcome.StandardOutcomePolicy;
import dev.idempotency.spring.phase.Phases;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.beans.factory.support.StaticListableBeanFactory;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.annotation.Transactional;
import org.springframework.web.method.HandlerMethod;

/** What is declared wrongly about phases stops the start, and says what to do. */
class HandlerPhasesTest {

    private static final List<String> PHASES = List.of("one", "two");

    private static ProtectedEndpoint endpoint(
            String handler, Mode mode, OnLapsedLease onLapsedLease, List<String> phases, String manager) {
        return new ProtectedEndpoint(
                "POST /rides",
                mode,
                manager,
                "",
                "",
                Duration.ofHours(1),
                Duration.ofSeconds(60),
                true,
                Waiting.NONE,
                OnStoreFailure.REJECT,
                onLapsedLease,
                phases,
                new CanonicalFingerprinter(List.of()),
                new StandardOutcomePolicy(),
                new HandlerMethod(
                        new Handlers(),
                        Arrays.stream(Handlers.class.getDeclaredMethods())
                                .filter(method -> method.getName().equals(handler))
                                .findFirst()
                                .orElseThrow()));
    }

    private static void assertRefused(ProtectedEndpoint endpoint, Map<String, Object> beans, String... texts) {
        HandlerPhases phases = new HandlerPhases(
                new StaticListableBeanFactory(beans),
                new DeclaredTransactions(null),
                TransactionDefinition.withDefaults(),
                new PhaseSettings(new PlainValueCodec(), 100));

        IdempotencyConfigurationException refused =
                catchThrowableOfType(IdempotencyConfigurationException.class, () -> phases.check(endpoint));

        if (texts.length == 0) {
            assertThat(refused).isNull();
        } else {
            assertThat(refused).hasMessageContaining("The endpoint 'POST /rides'");
            assertThat(refused.getMessage() + refused.action()).contains(texts);
        }
    }

    private static void assertRefused(ProtectedEndpoint endpoint, String... texts) {
        assertRefused(endpoint, Map.of(), texts);
    }

    @Test
    void phases_that_fit_are_accepted() {
        assertRefused(endpoint("phased", Mode.LEASE, OnLapsedLease.RESUME, PHASES, ""));
        assertRefused(endpoint("phased", Mode.LEASE, OnLapsedLease.UNKNOWN, PHASES, ""));
        assertRefused(endpoint("plain", Mode.LEASE, OnLapsedLease.TAKE_OVER, List.of(), ""));
    }

    @Test
    void phases_need_a_parameter_and_a_parameter_needs_phases() {
        assertRefused(
                endpoint("plain", Mode.LEASE, OnLapsedLease.RESUME, PHASES, ""), "Add a parameter of type Phases");
        assertRefused(endpoint("phased", Mode.LEASE, OnLapsedLease.UNKNOWN, List.of(), ""), "phases = {…}");
    }

    @Test
    void only_phases_can_be_resumed_and_they_are_not_taken_over() {
        assertRefused(endpoint("plain", Mode.LEASE, OnLapsedLease.RESUME, List.of(), ""), "declares no phases");
        assertRefused(endpoint("phased", Mode.LEASE, OnLapsedLease.TAKE_OVER, PHASES, ""), "onLeaseExpiry = RESUME");
    }

    @Test
    void phases_and_one_transaction_around_all_exclude_each_other() {
        assertRefused(endpoint("phased", Mode.TRANSACTIONAL, OnLapsedLease.UNKNOWN, PHASES, ""), "Use mode LEASE");
        assertRefused(endpoint("transactional", Mode.LEASE, OnLapsedLease.RESUME, PHASES, ""), "Remove @Transactional");
    }

    @Test
    void the_transaction_manager_must_be_there_and_the_only_one() {
        Map<String, Object> two = Map.of("first", new JdbcTransactionManager(), "second", new JdbcTransactionManager());

        assertRefused(
                endpoint("phased", Mode.LEASE, OnLapsedLease.RESUME, PHASES, ""), two, "several", "first", "second");
        assertRefused(endpoint("phased", Mode.LEASE, OnLapsedLease.RESUME, PHASES, "third"), "named 'third'");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " ", "a\0b"})
    void names_of_phases_are_texts_that_can_be_kept(String name) {
        assertThat(catchThrowableOfType(
                        IllegalArgumentException.class,
                        () -> EndpointSettings.none().phases(List.of(name))))
                .hasMessageContaining("1 to 100 characters");
    }

    @Test
    void names_of_phases_stand_once() {
        assertThat(catchThrowableOfType(
                        IllegalArgumentException.class,
                        () -> EndpointSettings.none().phases(List.of("one", "one"))))
                .hasMessageContaining("stands twice");
        assertThatCode(() -> EndpointSettings.none().phases(List.of("x".repeat(100))))
                .doesNotThrowAnyException();
    }

    static class Handlers {

        void plain() {}

        void phased(Phases phases) {}

        @Transactional
        void transactional(Phases phases) {}
    }
}
