package dev.idempotency.jdbc;

import static dev.idempotency.test.Requests.request;
import static dev.idempotency.test.Requests.response;
import static dev.idempotency.test.Requests.retry;
import static org.assertj.core.api.Assertions.assertThat;

import dev.idempotency.core.engine.Beginning;
import dev.idempotency.core.engine.Ending;
import dev.idempotency.core.engine.IdempotencyEngine;
import dev.idempotency.core.engine.RunRequest;
import dev.idempotency.core.engine.RunResult;
import dev.idempotency.core.engine.Waiting;
import dev.idempotency.core.record.RecordedAnswer;
import dev.idempotency.core.store.Reservation;
import dev.idempotency.core.store.ReservationRequest;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.dao.ConcurrencyFailureException;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.support.DefaultTransactionDefinition;

/** Many clients at once, each of which retries until it has an answer that is final. */
class TransactionalLoadTest {

    private static final int CLIENTS = 32;

    private final AtomicInteger conflicts = new AtomicInteger();

    @Test
    void a_pool_of_two_serves_thirty_two_clients_with_duplicates() throws Exception {
        try (TransactionalFixture fixture = new TransactionalFixture(2)) {
            load(fixture, TransactionDefinition.withDefaults(), 200, 1_000);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {TransactionDefinition.ISOLATION_REPEATABLE_READ, TransactionDefinition.ISOLATION_SERIALIZABLE})
    void ten_thousand_requests_of_a_strict_application_have_no_double_effect(int isolation) throws Exception {
        DefaultTransactionDefinition strict = new DefaultTransactionDefinition();
        strict.setIsolationLevel(isolation);
        try (TransactionalFixture fixture = new TransactionalFixture(8)) {
            load(fixture, strict, 4_000, 10_000);
        }
    }

    private void load(TransactionalFixture fixture, TransactionDefinition definition, int keys, int requests)
            throws Exception {
        fixture.createBusinessTable();
        IdempotencyEngine engine = new IdempotencyEngine(fixture.reservations(definition));
        List<Callable<String>> work = new ArrayList<>();
        for (int i = 0; i < requests; i++) {
            ReservationRequest first = request("key-" + i % keys);
            work.add(() -> untilFinal(engine, first, fixture));
        }
        Collections.shuffle(work, new Random(1));

        List<String> answers = runAll(work);

        assertThat(answers).hasSize(requests).allMatch("done"::equals);
        assertThat(fixture.committedRows()).isEqualTo(keys);
        fixture.assertNothingIsOpen();
    }

    /** The answer's body; anything but an answer or a wish to be asked again ends the test. */
    private String untilFinal(IdempotencyEngine engine, ReservationRequest first, TransactionalFixture fixture)
            throws Exception {
        while (true) {
            try {
                Optional<String> answer = engine.begin(asked(retry(first))).match(new Beginning.Cases<>() {

                    @Override
                    public Optional<String> begun(Beginning.Begun begun) {
                        fixture.work();
                        return bodyOf(begun.run().finish(Ending.stored(response("done"))));
                    }

                    @Override
                    public Optional<String> answered(Beginning.Answered answered) {
                        return replayed(answered.reservation());
                    }
                });
                if (answer.isPresent()) {
                    return answer.get();
                }
            } catch (ConcurrencyFailureException conflict) {
                conflicts.incrementAndGet();
            }
        }
    }

    private static RunRequest asked(ReservationRequest request) {
        return new RunRequest(
                request.id(),
                request.operation(),
                request.fingerprint(),
                request.lease(),
                request.retention(),
                request.onLapsedLease(),
                Waiting.NONE);
    }

    private static Optional<String> bodyOf(RunResult result) {
        return result.match(new RunResult.Cases<>() {

            @Override
            public Optional<String> fresh(RunResult.Fresh fresh) {
                return Optional.of(body(fresh.answer()));
            }

            @Override
            public Optional<String> recorded(RunResult.Recorded recorded) {
                return replayed(recorded.reservation());
            }

            @Override
            public Optional<String> withheld(RunResult.Withheld withheld) {
                return Optional.empty();
            }
        });
    }

    private static Optional<String> replayed(Reservation reservation) {
        return reservation instanceof Reservation.Replay replay
                ? Optional.of(body(replay.response()))
                : Optional.empty();
    }

    private static String body(RecordedAnswer response) {
        return new String(response.body().orElseThrow(), StandardCharsets.UTF_8);
    }

    private static List<String> runAll(List<Callable<String>> work) throws Exception {
        ExecutorService clients = Executors.newFixedThreadPool(CLIENTS);
        try {
            List<String> answers = new ArrayList<>();
            for (Future<String> answer : clients.invokeAll(work)) {
                answers.add(answer.get());
            }
            return answers;
        } finally {
            clients.shutdownNow();
        }
    }
}
