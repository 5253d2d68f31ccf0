package dev.idempotency.jdbc;

import static dev.idempotency.jdbc.ReplicatedStage.twiceIfLost;
import static java.util.stream.Collectors.toMap;
import static org.assertj.core.api.Assertions.assertThat;

import dev.idempotency.core.store.StoreException;
import dev.idempotency.testbed.ReplicatedPostgres;
import java.time.Duration;
import java.util.Arrays;
import java.util.Collection;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Predicate;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * The synchronous standby stalls, and then takes over without what it has not confirmed. What it lacks was granted to nobody, and nobody
 * was told that it is recorded.
 */
@Timeout(180)
class StalledStandbyTest {

    private static final Duration LONG = Duration.ofMinutes(2);

    private final ReplicatedPostgres both = ReplicatedPostgres.start();
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final Map<ReplicatedWrite, ReplicatedStage> stages = new EnumMap<>(ReplicatedWrite.class);

    @BeforeEach
    void prepare() {
        for (ReplicatedWrite write : ReplicatedWrite.values()) {
            stages.put(write, new ReplicatedStage(both.createDatabase()));
        }
    }

    private void stall(Duration statement) {
        stages.forEach((write, stage) -> {
            stage.connect(statement);
            write.prepare(stage);
        });
        both.stall();
    }

    @AfterEach
    void stop() {
        threads.shutdownNow();
        stages.values().forEach(ReplicatedStage::close);
        both.close();
    }

    @Test
    void a_write_that_the_standby_lacks_is_never_answered_and_may_run_after_failover() {
        stall(Duration.ofSeconds(1));
        long start = System.nanoTime();

        Set<ReplicatedWrite> told =
                toldAsDone(stages.keySet(), write -> twiceIfLost(() -> write.isDone(stages.get(write))));

        assertThat(told).isEmpty();
        assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(15));
        both.promote();
        stages.forEach((write, stage) -> {
            stage.connectAgain();
            assertThat(stage.records()).as("%s, after the failover", write).isEqualTo(stage.before());
            assertThat(write.isDone(stage)).as("%s", write).isTrue();
        });
    }

    /** The server commits it at once, shows it to everybody, and calls it a success. */
    @Test
    void nor_is_what_an_operator_kept_from_waiting_for_the_standby() {
        stall(LONG);
        Map<ReplicatedWrite, CompletableFuture<Boolean>> first = asked(stages.keySet());
        both.awaitWaitingCommits(first.size());
        both.cancelWaitingCommits();
        assertThat(toldAsDone(first.keySet(), write -> first.get(write).join())).isEmpty();
        stages.forEach((write, stage) ->
                assertThat(stage.records()).as("%s, for now", write).isNotEqualTo(stage.before()));

        Map<ReplicatedWrite, CompletableFuture<Boolean>> again = asked(Arrays.stream(ReplicatedWrite.values())
                .filter(ReplicatedWrite::isAskedAgain)
                .toList());
        both.awaitWaitingCommits(again.size());
        both.cancelWaitingCommits();
        assertThat(toldAsDone(again.keySet(), write -> again.get(write).join())).isEmpty();
    }

    @Test
    void who_asks_again_is_answered_once_the_standby_has_it() {
        stall(LONG);
        List<ReplicatedWrite> writes = Arrays.stream(ReplicatedWrite.values())
                .filter(ReplicatedWrite::isAskedAgain)
                .toList();
        Map<ReplicatedWrite, CompletableFuture<Boolean>> first = asked(writes);
        both.awaitWaitingCommits(first.size());
        both.cancelWaitingCommits();
        assertThat(toldAsDone(first.keySet(), write -> first.get(write).join())).isEmpty();
        Map<ReplicatedWrite, CompletableFuture<Boolean>> again = asked(writes);
        both.awaitWaitingCommits(again.size());
        both.resume();

        assertThat(toldAsDone(again.keySet(), write -> again.get(write).join())).containsExactlyElementsOf(writes);

        Map<ReplicatedWrite, List<String>> there = writes.stream()
                .collect(toMap(write -> write, write -> stages.get(write).records()));
        both.promote();
        assertThat(there).allSatisfy((write, records) -> {
            stages.get(write).connectAgain();
            assertThat(stages.get(write).records()).as("%s", write).isEqualTo(records);
        });
    }

    private Map<ReplicatedWrite, CompletableFuture<Boolean>> asked(Collection<ReplicatedWrite> writes) {
        return writes.stream()
                .collect(toMap(
                        write -> write,
                        write -> CompletableFuture.supplyAsync(() -> write.isDone(stages.get(write)), threads)));
    }

    /** All at the same time. */
    private Set<ReplicatedWrite> toldAsDone(Collection<ReplicatedWrite> writes, Predicate<ReplicatedWrite> ask) {
        Map<ReplicatedWrite, CompletableFuture<Boolean>> asked = writes.stream()
                .collect(toMap(
                        write -> write,
                        write -> CompletableFuture.supplyAsync(() -> ask.test(write), threads)
                                .exceptionally(StalledStandbyTest::notDone)));
        Set<ReplicatedWrite> told = EnumSet.noneOf(ReplicatedWrite.class);
        asked.forEach((write, answer) -> {
            if (answer.join()) {
                told.add(write);
            }
        });
        return told;
    }

    private static boolean notDone(Throwable thrown) {
        Throwable cause = thrown;
        while (cause != null && !(cause instanceof StoreException)) {
            cause = cause.getCause();
        }
        assertThat(cause).as("%s", thrown).isInstanceOf(StoreException.class);
        return false;
    }
}
