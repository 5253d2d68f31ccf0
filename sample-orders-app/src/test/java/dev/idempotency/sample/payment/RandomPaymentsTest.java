package dev.idempotency.sample.payment;

import static dev.idempotency.sample.Customer.json;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.idempotency.sample.SampleTest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.jdbc.core.simple.JdbcClient;

/**
 * Random payments, each sent several times at once and again and again until its answer is final. The seed decides about everything
 * but the time that things take; {@code -Dpayments.seed} repeats a run.
 */
@SpringBootTest(
        webEnvironment = SpringBootTest.WebEnvironment.RANDOM_PORT,
        properties = {
            "payments.timeout=2s",
            "idempotency.reconciliation.every=200ms",
            "idempotency.reconciliation.first-pause=1s",
            "idempotency.reconciliation.longest-pause=2s",
            "spring.datasource.hikari.maximum-pool-size=20"
        })
class RandomPaymentsTest extends SampleTest {

    private static final Logger log = LoggerFactory.getLogger(RandomPaymentsTest.class);

    private static final int SEQUENCES = 1_000;
    private static final int AT_ONCE = 80;
    private static final List<String> KINDS = List.of("ok", "declined", "down", "timeout", "slow");
    /** On a busy machine every card may take longer than the provider is given. */
    private static final Map<String, Set<Integer>> ANSWERS = Map.of(
            "ok", Set.of(504, 201, 409),
            "declined", Set.of(504, 402, 409),
            "down", Set.of(504, 502, 201, 409),
            "timeout", Set.of(504, 201, 409),
            "slow", Set.of(504, 201, 409));

    private final ExecutorService clients = Executors.newFixedThreadPool(AT_ONCE);
    private final JdbcClient sql;

    RandomPaymentsTest(@LocalServerPort int port, @Autowired JdbcClient sql) {
        super(port);
        this.sql = sql;
    }

    @BeforeEach
    void makeOrders() {
        sql.sql("INSERT INTO orders (tenant, sku, quantity) SELECT 'alice', 'book', 1 FROM generate_series(1, ?)")
                .param(SEQUENCES)
                .update();
    }

    @AfterEach
    void stop() {
        clients.shutdownNow();
    }

    @Test
    void of_a_thousand_random_sequences_with_concurrent_retries_none_charges_twice() throws Exception {
        long seed = Long.getLong("payments.seed", System.nanoTime());
        log.info("Repeat with -Dpayments.seed={}", seed);
        long[] seeds = new Random(seed).longs(SEQUENCES).toArray();
        List<Callable<List<Paid>>> sequences = IntStream.range(0, SEQUENCES)
                .<Callable<List<Paid>>>mapToObj(number -> () -> sequence(new Random(seeds[number]), number))
                .toList();

        List<Paid> all = new ArrayList<>();
        for (Future<List<Paid>> sequence : clients.invokeAll(sequences)) {
            all.addAll(sequence.get());
        }

        Map<Long, List<LedgerRow>> ledger = ledger();
        assertThat(all).as("seed %d", seed).hasSizeGreaterThan(SEQUENCES).allSatisfy(payment -> {
            List<LedgerRow> charges = ledger.getOrDefault(payment.amount(), List.of());
            if (payment.card().equals("declined")) {
                assertThat(charges).isEmpty();
            } else {
                assertThat(charges).containsExactly(new LedgerRow(payment.chargeId(), payment.amount(), 1));
            }
        });
        assertThat(ledger.keySet())
                .hasSameSizeAs(all.stream()
                        .filter(payment -> !payment.card().equals("declined"))
                        .toList());
    }

    /** One order and one or two attempts to pay for it, each with a key and an amount of its own. */
    private List<Paid> sequence(Random random, int number) {
        List<Paid> paid = new ArrayList<>();
        int attempts = random.nextInt(4) == 0 ? 2 : 1;
        for (int attempt = 0; attempt < attempts; attempt++) {
            long amount = 1 + number * 3L + attempt;
            paid.add(pay(random, number + 1L, amount));
        }
        return paid;
    }

    private Paid pay(Random random, long order, long amount) {
        String kind = KINDS.get(random.nextInt(KINDS.size()));
        String card = kind.equals("slow") ? "slow:" + random.nextInt(2_500) : kind;
        String key = "random-" + amount;
        String body = """
                {"orderId":%d,"amountCents":%d,"card":"%s"}""".formatted(order, amount, card);
        Set<String> answers = new HashSet<>();
        await().atMost(Duration.ofSeconds(60))
                .pollDelay(Duration.ZERO)
                .pollInterval(Duration.ofMillis(500))
                .until(() -> {
                    answers.addAll(finalAnswers(kind, key, body, 1 + random.nextInt(3)));
                    return !answers.isEmpty();
                });
        answers.addAll(finalAnswers(kind, key, body, 1));
        assertThat(answers).as("all answers to %s", card).hasSize(1);
        return new Paid(kind, amount, answers.iterator().next());
    }

    /** Sends copies at once. Returns the answers that will not change any more. */
    private List<String> finalAnswers(String kind, String key, String body, int copies) {
        List<CompletableFuture<HttpResponse<String>>> sent = IntStream.range(0, copies)
                .mapToObj(copy -> alice.send("POST", "/payments", key, body))
                .toList();
        List<HttpResponse<String>> got =
                sent.stream().map(CompletableFuture::join).toList();
        assertThat(got).extracting(HttpResponse::statusCode).isSubsetOf(ANSWERS.get(kind));
        return got.stream()
                .filter(answer -> answer.statusCode() == 201 || answer.statusCode() == 402)
                .map(HttpResponse::body)
                .toList();
    }

    private Map<Long, List<LedgerRow>> ledger() {
        return sql
                .sql("SELECT id::text AS id, amount_cents AS amount, requests FROM provider.charges")
                .query(LedgerRow.class)
                .list()
                .stream()
                .collect(Collectors.groupingBy(LedgerRow::amount));
    }

    /** What a client was told in the end. */
    private record Paid(String card, long amount, String answer) {

        String chargeId() {
            return json(answer).get("chargeId").asString();
        }
    }

    private record LedgerRow(String id, long amount, int requests) {}
}
