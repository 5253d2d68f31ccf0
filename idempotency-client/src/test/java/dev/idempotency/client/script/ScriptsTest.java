package dev.idempotency.client.script;

import static org.assertj.core.api.Assertions.assertThat;

import dev.idempotency.client.IdempotentCalls;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Every script with every kind of client, all kinds at once, each with a server of its own. */
class ScriptsTest {

    private static final byte[] BODY =
            "{\"amountCents\": 1500,  \"currency\":\"eur\", \"note\":\"ä\"}".getBytes(StandardCharsets.UTF_8);

    /** What a busy machine needs beyond the budget. DeadlineTest looks closer. */
    private static final Duration GRACE = Duration.ofSeconds(5);

    private static final AtomicInteger CALLS = new AtomicInteger();
    private static final AtomicInteger REQUESTS = new AtomicInteger();

    @AfterAll
    static void tell() {
        System.out.printf(
                "%d scripts, %d kinds of client: %d calls, %d requests%n",
                Script.values().length, ClientKind.values().length, CALLS.get(), REQUESTS.get());
    }

    @ParameterizedTest(name = "{0}")
    @EnumSource
    void every_client_repeats_what_helps_with_one_key_and_body_and_not_too_early(Script script) throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(ClientKind.values().length);
        try {
            List<Future<Run>> runs = Arrays.stream(ClientKind.values())
                    .map(kind -> threads.submit(() -> run(script, kind)))
                    .toList();
            for (Future<Run> run : runs) {
                check(script, run.get(60, TimeUnit.SECONDS));
            }
        } finally {
            threads.shutdownNow();
        }
    }

    private static Run run(Script script, ClientKind kind) throws Exception {
        try (ScriptedServer server = new ScriptedServer(script.replies())) {
            long begin = System.nanoTime();
            int outcome;
            try {
                outcome = kind.post(new IdempotentCalls(script.settings()), server.uri(), BODY, script.timeout())
                        .status();
            } catch (Exception failure) {
                outcome = Script.FAILURE;
            }
            return new Run(kind, outcome, server.seen(), Duration.ofNanos(System.nanoTime() - begin));
        }
    }

    private static void check(Script script, Run run) {
        assertThat(run.seen()).as("requests of %s", run.kind()).isNotEmpty();
        if (script.outcome() != Script.ANY) {
            assertThat(run.outcome()).as("outcome of %s", run.kind()).isEqualTo(script.outcome());
        }
        if (script.requests() != Script.SOME) {
            assertThat(run.seen())
                    .as("requests of %s", run.kind())
                    .hasSize(run.kind().noticesTheCutIn(script) ? script.requests() : 1);
        }
        List<Seen> posts = run.seen().stream().filter(Seen::isPost).toList();
        assertThat(posts.stream().map(post -> post.values("Idempotency-Key")).distinct())
                .as("keys of %s", run.kind())
                .singleElement()
                .satisfies(keys -> assertThat(keys).hasSize(1));
        assertThat(posts)
                .as("bodies of %s", run.kind())
                .allSatisfy(post -> assertThat(post.body()).isEqualTo(BODY));
        for (int i = 1; i < run.seen().size(); i++) {
            assertThat(run.seen().get(i).arrived() - run.seen().get(i - 1).arrived())
                    .as("pause of %s", run.kind())
                    .isGreaterThanOrEqualTo(script.pause().toNanos());
        }
        assertThat(run.took())
                .as("time of %s", run.kind())
                .isLessThan(script.settings().budget().plus(script.timeout()).plus(GRACE));
        CALLS.incrementAndGet();
        REQUESTS.addAndGet(run.seen().size());
    }

    private record Run(ClientKind kind, int outcome, List<Seen> seen, Duration took) {}
}
