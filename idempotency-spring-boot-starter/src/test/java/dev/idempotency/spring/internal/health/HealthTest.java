package dev.idempotency.spring.internal.health;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;
import static org.assertj.core.api.Assertions.tuple;
import static org.awaitility.Awaitility.await;

import dev.idempotency.spring.autoconfigure.IdempotencyAutoConfiguration;
import dev.idempotency.spring.autoconfigure.IdempotencyEngineAutoConfiguration;
import dev.idempotency.spring.autoconfigure.IdempotencyGuardAutoConfiguration;
import dev.idempotency.spring.autoconfigure.IdempotencyHealthAutoConfiguration;
import dev.idempotency.spring.autoconfigure.IdempotencyJdbcAutoConfiguration;
import dev.idempotency.spring.autoconfigure.IdempotencyUpkeepAutoConfiguration;
import dev.idempotency.spring.internal.background.BackgroundTask;
import dev.idempotency.spring.internal.background.BackgroundWork;
import dev.idempotency.spring.internal.background.TaskLag;
import dev.idempotency.testbed.Database;
import dev.idempotency.testbed.TcpProxy;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.Status;
import org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

class HealthTest {

    private final Database database = Database.create();

    @Test
    void a_store_that_can_be_used_is_well_and_its_upkeep_is_on_time() {
        on(database).withPropertyValues("idempotency.upkeep.sweep-every=10ms").run(context -> {
            IdempotencyHealthIndicator indicator = context.getBean(IdempotencyHealthIndicator.class);

            await().untilAsserted(() ->
                    assertThat(upkeep(indicator.health()).get("sweep")).isEqualTo("on time, last done 0 s ago"));
            Health health = indicator.health();
            assertThat(health.getStatus()).isEqualTo(Status.UP);
            assertThat(health.getDetails()).containsEntry("store", "usable");
            assertThat(upkeep(health)).containsOnlyKeys("renew", "sweep", "reap", "reconcile");
            assertThat(upkeep(health).get("reap")).startsWith("on time, never done since the start");
        });
    }

    @Test
    void a_store_that_cannot_be_used_is_told_and_the_application_stays_up() {
        try (TcpProxy proxy = TcpProxy.to(database)) {
            on(database.through(proxy)).run(context -> {
                IdempotencyHealthIndicator indicator = context.getBean(IdempotencyHealthIndicator.class);
                database.execute("ALTER TABLE idempotency_record RENAME COLUMN last_error TO other");
                assertStore(indicator, Status.UP, "unusable");
                database.execute("DROP TABLE idempotency_record");
                assertStore(indicator, Status.UP, "unusable");
                proxy.refuse();
                proxy.cut();
                assertStore(indicator, Status.UP, "unreachable");
            });
        }
    }

    @Test
    void by_choice_the_application_is_down_with_its_store_and_up_again_with_it() {
        try (TcpProxy proxy = TcpProxy.to(database)) {
            on(database.through(proxy))
                    .withPropertyValues("idempotency.health.down-on-failure=true")
                    .run(context -> {
                        IdempotencyHealthIndicator indicator = context.getBean(IdempotencyHealthIndicator.class);
                        assertStore(indicator, Status.UP, "usable");
                        proxy.refuse();
                        proxy.cut();
                        assertStore(indicator, Status.DOWN, "unreachable");
                        proxy.accept();
                        await().untilAsserted(() -> assertStore(indicator, Status.UP, "usable"));
                    });
        }
    }

    @Test
    void a_store_that_hangs_is_slow_and_is_asked_no_second_time_meanwhile() {
        AtomicInteger asked = new AtomicInteger();
        CountDownLatch answer = new CountDownLatch(1);
        StoreCheck hanging = () -> {
            asked.incrementAndGet();
            try {
                answer.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        };
        var indicator = new IdempotencyHealthIndicator(hanging, null, Duration.ofMillis(20), false);

        assertStore(indicator, Status.UP, "slow");
        assertStore(indicator, Status.UP, "slow");
        assertThat(asked).hasValue(1);
        answer.countDown();
        await().untilAsserted(() -> assertStore(indicator, Status.UP, "usable"));
        assertThat(indicator.health().getDetails()).containsEntry("upkeep", "left to other nodes");
    }

    @Test
    void work_that_was_missed_several_times_is_late() {
        Duration every = Duration.ofSeconds(5);

        assertThat(new TaskLag("sweep", every, Duration.ofSeconds(25), true).isLate())
                .isFalse();
        assertThat(new TaskLag("sweep", every, Duration.ofSeconds(26), true).isLate())
                .isTrue();
    }

    @Test
    void work_that_is_late_is_told_and_by_choice_the_application_is_down_with_it() {
        List<TaskLag> onTime = List.of(new TaskLag("sweep", Duration.ofSeconds(5), Duration.ofSeconds(3), true));
        List<TaskLag> late = List.of(
                new TaskLag("sweep", Duration.ofSeconds(5), Duration.ofSeconds(30), true),
                new TaskLag("reap", Duration.ofSeconds(60), Duration.ofSeconds(30), false));
        var patient = new IdempotencyHealthIndicator(() -> {}, null, Duration.ofSeconds(1), false);
        var strict = new IdempotencyHealthIndicator(() -> {}, null, Duration.ofSeconds(1), true);

        assertThat(upkeep(strict.told(StoreState.USABLE, late)))
                .containsOnly(
                        entry("sweep", "late, last done 30 s ago"),
                        entry("reap", "on time, never done since the start 30 s ago"));
        assertThat(strict.told(StoreState.USABLE, onTime).getStatus()).isEqualTo(Status.UP);
        assertThat(strict.told(StoreState.USABLE, late).getStatus()).isEqualTo(Status.DOWN);
        assertThat(patient.told(StoreState.USABLE, late).getStatus()).isEqualTo(Status.UP);
    }

    @Test
    void background_work_that_fails_is_not_done() {
        BackgroundWork work = new BackgroundWork(
                List.of(
                        new BackgroundTask("good", Duration.ofMillis(1), () -> {}),
                        new BackgroundTask("bad", Duration.ofMillis(1), () -> {
                            throw new IllegalStateException("no");
                        })),
                false);
        work.start();
        try {
            await().untilAsserted(() -> assertThat(work.lags())
                    .extracting(TaskLag::name, TaskLag::everDone)
                    .containsExactly(tuple("good", true), tuple("bad", false)));
        } finally {
            work.stop();
        }
    }

    private static void assertStore(IdempotencyHealthIndicator indicator, Status status, String store) {
        Health health = indicator.health();
        assertThat(health.getDetails()).containsEntry("store", store);
        assertThat(health.getStatus()).isEqualTo(status);
    }

    @SuppressWarnings("unchecked") // the detail is made as such a map
    private static Map<String, String> upkeep(Health health) {
        return (Map<String, String>) health.getDetails().get("upkeep");
    }

    private static ApplicationContextRunner on(Database database) {
        return new ApplicationContextRunner()
                .withConfiguration(AutoConfigurations.of(
                        DataSourceAutoConfiguration.class,
                        IdempotencyAutoConfiguration.class,
                        IdempotencyGuardAutoConfiguration.class,
                        IdempotencyEngineAutoConfiguration.class,
                        IdempotencyJdbcAutoConfiguration.class,
                        IdempotencyUpkeepAutoConfiguration.class,
                        IdempotencyHealthAutoConfiguration.class))
                .withPropertyValues(
                        "idempotency.store=jdbc",
                        "spring.datasource.url=" + database.url(),
                        "spring.datasource.username=" + database.user(),
                        "spring.datasource.password=" + database.password(),
                        "spring.datasource.hikari.connection-timeout=500",
                        "idempotency.health.timeout=10s");
    }
}
