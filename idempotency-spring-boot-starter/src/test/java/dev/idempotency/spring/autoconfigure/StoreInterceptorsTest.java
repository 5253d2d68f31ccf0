package dev.idempotency.spring.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.idempotency.core.engine.IdempotencyEngine;
import dev.idempotency.core.engine.IdempotencyEngine.Attempt;
import dev.idempotency.core.engine.LeaseKeeper;
import dev.idempotency.core.engine.Waiting;
import dev.idempotency.core.fingerprint.CanonicalFingerprinter;
import dev.idempotency.core.fingerprint.Fingerprint;
import dev.idempotency.core.key.IdempotencyKey;
import dev.idempotency.core.operate.IdempotencyOperations;
import dev.idempotency.core.outcome.StandardOutcomePolicy;
import dev.idempotency.core.record.RecordId;
import dev.idempotency.core.scope.Scope;
import dev.idempotency.core.store.IdempotencyStore;
import dev.idempotency.core.store.OnLapsedLease;
import dev.idempotency.core.store.Reservation;
import dev.idempotency.core.store.ReservationRequest;
import dev.idempotency.core.store.Reservations;
import dev.idempotency.core.store.StoreInterceptor;
import dev.idempotency.core.store.StoreOperation;
import dev.idempotency.jdbc.JdbcIdempotencyStore;
import dev.idempotency.jdbc.TransactionalReservations;
import dev.idempotency.spring.Mode;
import dev.idempotency.spring.OnStoreFailure;
import dev.idempotency.spring.endpoint.Endpoint;
import dev.idempotency.testbed.Database;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.DataSourceTransactionManagerAutoConfiguration;
import org.springframework.boot.test.context.runner.WebApplicationContextRunner;
import org.springframework.boot.webmvc.autoconfigure.WebMvcAutoConfiguration;
import org.springframework.core.annotation.Order;

/** Interceptors see all that requests, background work and operators ask the store for. */
class StoreInterceptorsTest {

    private final Database database = Database.create();
    private final WebApplicationContextRunner runner = new WebApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(
                    IdempotencyAutoConfiguration.class,
                    IdempotencyJdbcAutoConfiguration.class,
                    IdempotencyTransactionAutoConfiguration.class,
                    IdempotencyUpkeepAutoConfiguration.class,
                    IdempotencyHandlersAutoConfiguration.class,
                    IdempotencyWebMvcAutoConfiguration.class,
                    WebMvcAutoConfiguration.class,
                    DataSourceAutoConfiguration.class,
                    DataSourceTransactionManagerAutoConfiguration.class))
            .withPropertyValues(
                    "idempotency.store=jdbc",
                    "spring.datasource.url=" + database.url(),
                    "spring.datasource.username=" + database.user(),
                    "spring.datasource.password=" + database.password());

    private final List<String> seen = new CopyOnWriteArrayList<>();

    @Test
    void the_requests_of_both_modes_pass_them_in_their_order() {
        runner.withPropertyValues("idempotency.upkeep.enabled=false")
                .withBean("b", Inner.class, () -> new Inner(seen))
                .withBean("a", Outer.class, () -> new Outer(seen))
                .run(context -> {
                    for (Mode mode : Mode.values()) {
                        Reservations reservations =
                                context.getBean(ModeSupport.class).reservationsOf(endpoint(mode));
                        var granted = (Reservation.Granted) reservations.reserve(request(Duration.ofMinutes(1)));
                        reservations.fail(granted.lease(), "test");

                        assertThat(seen).containsExactly("outer reserve", "inner reserve", "outer fail", "inner fail");
                        seen.clear();
                    }
                });
    }

    @Test
    void background_work_and_operators_pass_them() {
        runner.withPropertyValues(
                        "idempotency.upkeep.renew-every=5ms",
                        "idempotency.upkeep.sweep-every=5ms",
                        "idempotency.upkeep.reap-every=5ms",
                        "idempotency.reconciliation.every=5ms")
                .withBean(Outer.class, () -> new Outer(seen))
                .run(context -> {
                    context.getBean(IdempotencyOperations.class).find(id());
                    assertThat(seen).contains("outer find");

                    IdempotencyEngine engine = new IdempotencyEngine(
                            context.getBean(IdempotencyStore.class),
                            new StandardOutcomePolicy(),
                            context.getBean(LeaseKeeper.class));
                    Attempt attempt = engine.reserve(request(Duration.ofMillis(300)), Waiting.NONE);
                    engine.start(attempt, (Reservation.Granted) attempt.reservation());

                    await().untilAsserted(() -> assertThat(seen)
                            .contains("outer renew", "outer sweep", "outer reap", "outer claim_unknown"));
                });
    }

    @Test
    void without_any_there_is_nothing_around_the_store() {
        runner.run(context -> {
            ModeSupport modes = context.getBean(ModeSupport.class);

            assertThat(modes.reservationsOf(endpoint(Mode.LEASE)))
                    .isSameAs(context.getBean(JdbcIdempotencyStore.class));
            assertThat(modes.reservationsOf(endpoint(Mode.TRANSACTIONAL)))
                    .isInstanceOf(TransactionalReservations.class);
        });
    }

    private static Endpoint endpoint(Mode mode) {
        return new Endpoint(
                "POST /orders",
                mode,
                "",
                Duration.ofHours(1),
                Duration.ofMinutes(1),
                true,
                Waiting.NONE,
                OnStoreFailure.REJECT,
                OnLapsedLease.UNKNOWN,
                new CanonicalFingerprinter(),
                new StandardOutcomePolicy());
    }

    private static ReservationRequest request(Duration lease) {
        return new ReservationRequest(
                id(),
                "POST /orders",
                Fingerprint.of(1, new byte[32]),
                UUID.randomUUID().toString(),
                lease,
                Duration.ofHours(1),
                OnLapsedLease.UNKNOWN);
    }

    private static RecordId id() {
        return new RecordId(
                Scope.of("test"), new IdempotencyKey(UUID.randomUUID().toString()));
    }

    private record Noting(String name, List<String> seen) {

        <T> T around(StoreOperation operation, Supplier<T> call) {
            seen.add(name + " " + operation.label());
            return call.get();
        }
    }

    @Order(1)
    private record Outer(List<String> seen) implements StoreInterceptor {

        @Override
        public <T> T around(StoreOperation operation, Supplier<T> call) {
            return new Noting("outer", seen).around(operation, call);
        }
    }

    @Order(2)
    private record Inner(List<String> seen) implements StoreInterceptor {

        @Override
        public <T> T around(StoreOperation operation, Supplier<T> call) {
            return new Noting("inner", seen).around(operation, call);
        }
    }
}
