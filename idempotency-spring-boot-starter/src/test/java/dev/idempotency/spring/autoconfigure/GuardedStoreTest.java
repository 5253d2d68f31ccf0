package dev.idempotency.spring.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.idempotency.core.engine.Beginning;
import dev.idempotency.core.engine.IdempotencyEngine;
import dev.idempotency.core.engine.Run;
import dev.idempotency.core.engine.RunRequest;
import dev.idempotency.core.engine.Waiting;
import dev.idempotency.core.fingerprint.Fingerprint;
import dev.idempotency.core.key.IdempotencyKey;
import dev.idempotency.core.memory.InMemoryStore;
import dev.idempotency.core.operator.IdempotencyOperations;
import dev.idempotency.core.outcome.Outcome;
import dev.idempotency.core.record.RecordId;
import dev.idempotency.core.scope.Scope;
import dev.idempotency.core.store.IdempotencyStore;
import dev.idempotency.core.store.OnLapsedLease;
import dev.idempotency.core.store.StoreException;
import dev.idempotency.core.store.StoreInterceptor;
import dev.idempotency.core.store.StoreOperation;
import dev.idempotency.jdbc.JdbcIdempotencyStore;
import dev.idempotency.spring.IdempotencyEngines;
import dev.idempotency.spring.Mode;
import dev.idempotency.spring.UnguardedStore;
import dev.idempotency.testbed.Database;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.lang.reflect.Proxy;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.DataSourceTransactionManagerAutoConfiguration;
import org.springframework.boot.test.context.runner.WebApplicationContextRunner;
import org.springframework.boot.webmvc.autoconfigure.WebMvcAutoConfiguration;
import org.springframework.core.annotation.Order;

/** Every part of an application that asks for the store is given the guarded one. */
class GuardedStoreTest {

    private final Database database = Database.create();
    private final WebApplicationContextRunner runner = new WebApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(
                    IdempotencyAutoConfiguration.class,
                    IdempotencyGuardAutoConfiguration.class,
                    IdempotencyEngineAutoConfiguration.class,
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
    void the_runs_of_both_modes_pass_the_interceptors_in_their_order() {
        runner.withPropertyValues("idempotency.upkeep.enabled=false")
                .withBean("b", Inner.class, () -> new Inner(seen))
                .withBean("a", Outer.class, () -> new Outer(seen))
                .run(context -> {
                    for (Mode mode : Mode.values()) {
                        Run run =
                                begun(context.getBean(IdempotencyEngines.class).of(mode), Duration.ofMinutes(1));
                        run.failed(Outcome.RETRYABLE, new IllegalStateException());

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

                    begun(context.getBean(IdempotencyEngines.class).of(Mode.LEASE), Duration.ofMillis(300));

                    await().untilAsserted(() -> assertThat(seen)
                            .contains("outer renew", "outer sweep", "outer reap", "outer claim_unknown"));
                });
    }

    @Test
    void whoever_injects_the_store_is_given_the_guarded_one() {
        runner.withPropertyValues("idempotency.upkeep.enabled=false")
                .withBean(Outer.class, () -> new Outer(seen))
                .withBean(AnyModule.class)
                .run(context -> {
                    context.getBean(AnyModule.class).store.find(id());
                    assertThat(seen).containsExactly("outer find");
                    seen.clear();

                    context.getBean(AnyModule.class).unguarded.find(id());
                    assertThat(seen).isEmpty();
                    assertThat(context.getBean(AnyModule.class).unguarded)
                            .isSameAs(context.getBean(JdbcIdempotencyStore.class));
                });
    }

    @Test
    void a_store_of_the_application_is_guarded_also_if_it_is_primary() {
        InMemoryStore own = new InMemoryStore(Clock.systemUTC(), 10);
        for (boolean primary : List.of(true, false)) {
            seen.clear();
            runner.withPropertyValues("idempotency.upkeep.enabled=false")
                    .withBean(Outer.class, () -> new Outer(seen))
                    .withBean(AnyModule.class)
                    .withBean("idempotencyStore", InMemoryStore.class, () -> own, bean -> bean.setPrimary(primary))
                    .run(context -> {
                        context.getBean(AnyModule.class).store.find(id());

                        assertThat(seen).containsExactly("outer find");
                        assertThat(context.getBean(AnyModule.class).unguarded).isSameAs(own);
                        assertThat(context).doesNotHaveBean(JdbcIdempotencyStore.class);
                    });
        }
    }

    @Test
    void of_several_stores_the_primary_one_is_guarded() {
        InMemoryStore own = new InMemoryStore(Clock.systemUTC(), 10);
        runner.withBean("one", IdempotencyStore.class, () -> own, bean -> bean.setPrimary(true))
                .withBean("other", IdempotencyStore.class, () -> new InMemoryStore(Clock.systemUTC(), 10))
                .withBean(AnyModule.class)
                .run(context ->
                        assertThat(context.getBean(AnyModule.class).unguarded).isSameAs(own));
    }

    @Test
    void what_the_circuit_refuses_neither_an_interceptor_nor_a_meter_sees() {
        runner.withPropertyValues(
                        "idempotency.upkeep.enabled=false",
                        "idempotency.circuit.failures=1",
                        "idempotency.metrics.store-timers=all")
                .withConfiguration(AutoConfigurations.of(
                        IdempotencyLimitsAutoConfiguration.class, IdempotencyMetricsAutoConfiguration.class))
                .withBean(SimpleMeterRegistry.class)
                .withBean(Outer.class, () -> new Outer(seen))
                .withBean("own", IdempotencyStore.class, GuardedStoreTest::away)
                .run(context -> {
                    IdempotencyStore store = context.getBean(IdempotencyStore.class);
                    for (int i = 0; i < 3; i++) {
                        assertThatThrownBy(() -> store.find(id())).isInstanceOf(StoreException.NotApplied.class);
                    }

                    assertThat(seen).containsExactly("outer find");
                    assertThat(context.getBean(SimpleMeterRegistry.class)
                                    .get("idempotency.store")
                                    .tags("operation", "find", "outcome", "failed")
                                    .timer()
                                    .count())
                            .isOne();
                });
    }

    private static IdempotencyStore away() {
        return (IdempotencyStore) Proxy.newProxyInstance(
                GuardedStoreTest.class.getClassLoader(),
                new Class<?>[] {IdempotencyStore.class},
                (proxy, method, arguments) -> {
                    if (method.getDeclaringClass() == Object.class) {
                        return method.invoke("away", arguments);
                    }
                    throw StoreException.NotApplied.away("planted", new IllegalStateException());
                });
    }

    private static Run begun(IdempotencyEngine engine, Duration lease) {
        return ((Beginning.Begun) engine.begin(new RunRequest(
                        id(),
                        "POST /orders",
                        Fingerprint.of(1, new byte[32]),
                        lease,
                        Duration.ofHours(1),
                        OnLapsedLease.UNKNOWN,
                        Waiting.NONE)))
                .run();
    }

    private static RecordId id() {
        return new RecordId(
                Scope.of("test"), new IdempotencyKey(UUID.randomUUID().toString()));
    }

    /** What another module would be. */
    static final class AnyModule {

        private final IdempotencyStore store;
        private final IdempotencyStore unguarded;

        @Autowired
        AnyModule(IdempotencyStore store, @UnguardedStore IdempotencyStore unguarded) {
            this.store = store;
            this.unguarded = unguarded;
        }
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
