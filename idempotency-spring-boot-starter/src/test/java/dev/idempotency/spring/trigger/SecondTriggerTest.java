package dev.idempotency.spring.trigger;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.idempotency.core.engine.Beginning;
import dev.idempotency.core.engine.Ending;
import dev.idempotency.core.engine.Run;
import dev.idempotency.core.engine.RunRequest;
import dev.idempotency.core.engine.RunResult;
import dev.idempotency.core.engine.Waiting;
import dev.idempotency.core.fingerprint.CanonicalFingerprinter;
import dev.idempotency.core.fingerprint.RequestBody;
import dev.idempotency.core.fingerprint.RequestContent;
import dev.idempotency.core.key.IdempotencyKey;
import dev.idempotency.core.outcome.OutcomeUnknownException;
import dev.idempotency.core.outcome.StandardExceptionOutcomes;
import dev.idempotency.core.record.IdempotencyRecord;
import dev.idempotency.core.record.RecordId;
import dev.idempotency.core.record.RecordedAnswer;
import dev.idempotency.core.record.State;
import dev.idempotency.core.scope.Scope;
import dev.idempotency.core.store.OnLapsedLease;
import dev.idempotency.core.store.StoreException;
import dev.idempotency.jdbc.JdbcIdempotencyStore;
import dev.idempotency.spring.IdempotencyEngines;
import dev.idempotency.spring.Mode;
import dev.idempotency.testbed.Database;
import dev.idempotency.testbed.TcpProxy;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.core.JdbcTemplate;

/**
 * A second trigger beside HTTP, written against public types only, in an application without a web server: a {@link Runnable} that
 * is run once for its key. It names neither circuit nor meters nor listeners nor leases, and has them all.
 */
class SecondTriggerTest {

    private final Database database = Database.create();
    private final TcpProxy line = TcpProxy.to(database);
    private final AtomicInteger runs = new AtomicInteger();
    private ConfigurableApplicationContext application;
    private OncePerKey trigger;

    /** The whole of the second trigger. */
    private record OncePerKey(IdempotencyEngines engines) {

        private static final Scope SCOPE = Scope.of("jobs");

        /** Tells whether the work was done just now. Throws on what it throws. */
        boolean run(Mode mode, String key, Runnable work) {
            return engines.of(mode).begin(request(key)).match(new Beginning.Cases<>() {

                @Override
                public Boolean begun(Beginning.Begun begun) {
                    return done(begun.run(), work);
                }

                @Override
                public Boolean answered(Beginning.Answered answered) {
                    return false;
                }
            });
        }

        private static boolean done(Run run, Runnable work) {
            try {
                work.run();
            } catch (RuntimeException thrown) {
                run.failed(new StandardExceptionOutcomes().ofException(thrown), thrown);
                throw thrown;
            }
            return run.finish(Ending.stored(RecordedAnswer.of(0, List.of(), new byte[0]))) instanceof RunResult.Fresh;
        }

        private static RunRequest request(String key) {
            return new RunRequest(
                    id(key),
                    "RUN nightly",
                    new CanonicalFingerprinter()
                            .fingerprint(new RequestContent("RUN", "nightly", null, null, RequestBody.EMPTY)),
                    Duration.ofSeconds(1),
                    Duration.ofHours(1),
                    OnLapsedLease.UNKNOWN,
                    Waiting.NONE);
        }

        static RecordId id(String key) {
            return new RecordId(SCOPE, new IdempotencyKey(key));
        }
    }

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    static class Application {

        @Bean
        MeterRegistry meters() {
            return new SimpleMeterRegistry();
        }
    }

    @BeforeEach
    void start() {
        application = new SpringApplicationBuilder(Application.class)
                .web(WebApplicationType.NONE)
                .run(
                        "--idempotency.store=jdbc",
                        "--spring.liquibase.enabled=false",
                        "--idempotency.circuit.failures=1",
                        "--idempotency.circuit.pause=1h",
                        "--idempotency.upkeep.renew-every=50ms",
                        "--idempotency.upkeep.sweep-every=50ms",
                        "--spring.datasource.url=" + database.through(line).url(),
                        "--spring.datasource.username=" + database.user(),
                        "--spring.datasource.password=" + database.password(),
                        "--spring.datasource.hikari.connection-timeout=1000");
        trigger = new OncePerKey(application.getBean(IdempotencyEngines.class));
        business().execute("CREATE TABLE effect (key text)");
    }

    @AfterEach
    void stop() {
        application.close();
        line.close();
    }

    @ParameterizedTest
    @EnumSource
    void work_is_done_once_for_its_key_in_both_modes(Mode mode) {
        assertThat(trigger.run(mode, "once", this::work)).isTrue();
        assertThat(trigger.run(mode, "once", this::work)).isFalse();

        assertThat(effects()).isOne();
        assertThat(record("once").state()).isEqualTo(State.COMPLETED);
    }

    @Test
    void work_that_throws_in_a_transaction_is_undone_and_runs_again() {
        assertThatThrownBy(() -> trigger.run(Mode.TRANSACTIONAL, "thrown", () -> {
                    work();
                    throw new IllegalStateException("planted");
                }))
                .hasMessage("planted");
        assertThat(effects()).isZero();

        assertThat(trigger.run(Mode.TRANSACTIONAL, "thrown", this::work)).isTrue();
        assertThat(effects()).isOne();
    }

    @Test
    void its_lease_is_renewed_for_as_long_as_it_works() {
        assertThat(trigger.run(Mode.LEASE, "slow", () -> {
                    Instant first = record("slow").hold().until();
                    await().until(() -> record("slow").hold().until().isAfter(first.plusSeconds(2)));
                    work();
                }))
                .isTrue();

        assertThat(record("slow").state()).isEqualTo(State.COMPLETED);
    }

    @Test
    void it_is_measured_and_what_becomes_of_its_records_is_counted() {
        assertThatThrownBy(() -> trigger.run(Mode.LEASE, "unknown", () -> {
                    throw new OutcomeUnknownException("planted");
                }))
                .hasMessage("planted");
        trigger.run(Mode.TRANSACTIONAL, "measured", this::work);

        assertThat(timed("reserve")).isEqualTo(2);
        assertThat(timed("mark_unknown")).isOne();
        assertThat(timed("complete")).isOne();
        assertThat(application
                        .getBean(MeterRegistry.class)
                        .get("idempotency.reconcile.scheduled")
                        .tag("outcome", "ended_unknown")
                        .counter()
                        .count())
                .isOne();
    }

    @ParameterizedTest
    @EnumSource
    void it_is_refused_at_once_while_the_store_is_away(Mode mode) {
        line.refuse();
        line.cut();
        assertThatThrownBy(() -> trigger.run(mode, "away", this::work)).isInstanceOf(StoreException.class);
        double asked = timed("reserve");

        assertThatThrownBy(() -> trigger.run(mode, "away", this::work))
                .isInstanceOf(StoreException.NotApplied.class)
                .hasMessageContaining("not asked");

        assertThat(timed("reserve")).isEqualTo(asked);
        assertThat(runs).hasValue(0);
    }

    private void work() {
        runs.incrementAndGet();
        business().update("INSERT INTO effect VALUES ('done')");
    }

    private JdbcTemplate business() {
        return application.getBean(JdbcTemplate.class);
    }

    private Integer effects() {
        return business().queryForObject("SELECT count(*) FROM effect", Integer.class);
    }

    private double timed(String operation) {
        return application
                .getBean(MeterRegistry.class)
                .get("idempotency.store")
                .tag("operation", operation)
                .timers()
                .stream()
                .mapToLong(timer -> timer.count())
                .sum();
    }

    /** Past the guard, so that it is not measured. */
    private IdempotencyRecord record(String key) {
        return application
                .getBean(JdbcIdempotencyStore.class)
                .find(OncePerKey.id(key))
                .orElseThrow();
    }
}
