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
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Every script with every kind of client, all kinds at once, each with a server of its own. */
class ScriptsTest {

    private static final byte[] BODY =
            "{\"amountCents\": 1500,  \"currency\":\"eur\", \"note\":\"ä\"}".getBytes(StandardCharsets.UTF_8);

    /** What a busy machine needs beyond the budget; less than the time-outs of the clients themselves. */
    private static final Duration GRACE = Duration.ofMillis(700);

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
                outcome = kind.post(new IdempotentCalls(script.settings()), server.uri(), BODY)
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
        for (int i = 1; i < Math.min(2, run.seen().size()); i++) {
            assertThat(run.seen().get(i).arrived() - run.seen().get(i - 1).arrived())
                    .as("pause of %s", run.kind())
                    .isGreaterThanOrEqualTo(script.pause().toNanos());
        }
        Duration last = run.seen().size() > 1 ? run.kind().afterTheBudget() : ClientKind.TIMEOUT;
        assertThat(run.took())
                .as("time of %s", run.kind())
                .isLessThan(script.settings().budget().plus(last).plus(GRACE));
    }

    private record Run(ClientKind kind, int outcome, List<Seen> seen, Duration took) {}
}
