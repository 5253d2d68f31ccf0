package dev.idempotency.chaos.crashpoint;

import static org.assertj.core.api.Assertions.assertThat;

import dev.idempotency.chaos.check.Verdict;
import dev.idempotency.chaos.history.EndpointKind;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Every step of a request, in both modes, as a point at which the connection or the process ends or stands still. */
class CrashPointTest {

    private static TwoNodes nodes;

    @TempDir
    private Path directory;

    @BeforeAll
    static void start() {
        nodes = new TwoNodes();
    }

    @AfterAll
    static void stop() {
        nodes.close();
    }

    @AfterEach
    void repair() {
        nodes.rewrite(sql -> sql);
    }

    @ParameterizedTest
    @EnumSource(names = {"TRANSACTIONAL", "LEASE", "TAKE_OVER", "ENTITY"})
    void no_step_is_a_bad_one_to_be_struck_at(EndpointKind endpoint) throws Exception {
        Verdict verdict = enumeration().run(List.of(endpoint), List.of("ok"), List.of(CrashKind.values()));

        assertThat(verdict.violations()).as(verdict.account()).isEmpty();
        assertThat(verdict.figures().keys()).isGreaterThan(2 * CrashKind.values().length);
        assertThat(verdict.figures().acknowledged()).isEqualTo(verdict.figures().keys());
    }

    @ParameterizedTest
    @EnumSource(names = {"TRANSACTIONAL", "LEASE"})
    void nor_is_one_of_a_request_that_is_declined_fails_or_is_lost(EndpointKind endpoint) throws Exception {
        List<CrashKind> kinds =
                List.of(CrashKind.CUT_BEFORE, CrashKind.CUT_AFTER, CrashKind.DEATH_BEFORE, CrashKind.DEATH_AFTER);

        Verdict verdict = enumeration().run(List.of(endpoint), List.of("decline", "fail", "lose"), kinds);

        assertThat(verdict.violations()).as(verdict.account()).isEmpty();
        assertThat(verdict.figures().keys()).isGreaterThan(3 * kinds.size());
        assertThat(verdict.figures().acknowledged()).isEqualTo(verdict.figures().keys());
    }

    @ParameterizedTest
    @EnumSource
    void without_a_fence_some_step_is_a_bad_one_to_stand_still_at(Fence fence) throws Exception {
        AtomicInteger tornDown = new AtomicInteger();
        nodes.rewrite(sql -> {
            tornDown.addAndGet(fence.standsIn(sql) ? 1 : 0);
            return fence.tearDown(sql);
        });

        Verdict verdict = enumeration()
                .run(
                        List.of(EndpointKind.LEASE, EndpointKind.TAKE_OVER),
                        List.of("ok"),
                        List.of(CrashKind.STALL, CrashKind.OVERTAKE));

        assertThat(tornDown).hasPositiveValue();
        assertThat(verdict.violations()).isNotEmpty();
    }

    private Enumeration enumeration() {
        return new Enumeration(nodes, directory.resolve("history.txt"));
    }
}
