package dev.idempotency.jdbc;

import static dev.idempotency.test.Requests.LEASE;
import static dev.idempotency.test.Requests.RETENTION;
import static dev.idempotency.test.Requests.granted;
import static dev.idempotency.test.Requests.response;
import static dev.idempotency.test.Requests.takeOver;

import dev.idempotency.core.record.Entity;
import dev.idempotency.core.record.IdempotencyRecord;
import dev.idempotency.core.record.Lease;
import dev.idempotency.core.record.RecordedAnswer;
import dev.idempotency.core.scope.Scope;
import dev.idempotency.core.store.GrantedRun;
import dev.idempotency.core.store.LeasedRecords;
import dev.idempotency.core.store.RecordTable.Seen;
import dev.idempotency.core.store.Reservation;
import dev.idempotency.core.store.ReservationRequest;
import dev.idempotency.jdbc.internal.batch.BatchLimits;
import dev.idempotency.jdbc.internal.batch.RecordWrite;
import dev.idempotency.jdbc.internal.batch.RecordWrites;
import dev.idempotency.jdbc.internal.transaction.AnswerSupplement;
import dev.idempotency.test.Requests;
import java.time.Duration;
import java.util.List;
import javax.sql.DataSource;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.TransactionDefinition;

/** One record, and two ways to it: a good one that brings it where it should be, and the one that is watched. */
final class Scene {

    private final TestStore table;
    private final ReservationRequest request = Requests.request("key");
    private JdbcIdempotencyStore watched;
    private TransactionalReservations transactions;
    private RecordWrites writes;
    private LeasedRecords endings;
    private AnswerSupplement supplements;
    private GrantedRun run;
    private IdempotencyRecord seen;

    Scene(TestStore table) {
        this.table = table;
        table.database().execute("DELETE FROM idempotency_record");
    }

    ReservationRequest request() {
        return request;
    }

    Lease lease() {
        return run.lease();
    }

    /** The watched way to end a run under a lease. */
    LeasedRecords endings() {
        return endings;
    }

    /** The watched way to add a body. */
    AnswerSupplement supplements() {
        return supplements;
    }

    DataSource dataSource() {
        return table.dataSource();
    }

    void watch(DataSource dataSource) {
        writes = new RecordWrites(
                JdbcStoreSettings.defaults().executor(dataSource),
                JdbcStoreSettings.defaults().fragments(),
                BatchLimits.DEFAULT);
        watched = new JdbcIdempotencyStore(dataSource, JdbcStoreSettings.defaults());
        endings = EndingsOf.dataSource(dataSource);
        supplements = EndingsOf.supplements(dataSource);
        transactions = new TransactionalReservations(
                new JdbcTransactionManager(dataSource),
                TransactionDefinition.withDefaults(),
                dataSource,
                watched,
                JdbcStoreSettings.defaults());
    }

    JdbcIdempotencyStore store() {
        return watched;
    }

    TransactionalReservations transactions() {
        return transactions;
    }

    void reserved() {
        run = granted(table.store(), request);
    }

    void lapsed() {
        reserved();
        table.letTimePass(LEASE.plusSeconds(1));
    }

    void abandonedWithAStep() {
        run = granted(table.store(), Requests.resuming(request));
        run.steps().start("step", 0, Duration.ZERO);
        table.letTimePass(LEASE.plusMinutes(90));
    }

    void failed() {
        reserved();
        run.fail("nothing done");
    }

    ReservationRequest onEntity() {
        return takeOver(Requests.on(new Entity(Scope.of("tenant"), "order:1"), request));
    }

    void failedOnEntity() {
        run = granted(table.store(), onEntity());
        run.fail("nothing done");
    }

    void lapsedOnEntity() {
        run = granted(table.store(), onEntity());
        table.letTimePass(LEASE.plusSeconds(1));
        seen = table.store().find(request.id()).orElseThrow();
    }

    /** Whether the lost run was ended for another one that asks for its entity. */
    boolean abandoned() {
        Seen holder = new Seen(seen, seen.hold().until());
        return watched.entityHolders().answer(holder, onEntity()).isEmpty();
    }

    void completed() {
        reserved();
        run.complete(response("done"));
    }

    void completedWithoutBody() {
        reserved();
        run.complete(RecordedAnswer.withoutBody(201, List.of()));
    }

    void expired() {
        completed();
        table.letTimePass(RETENTION.plusSeconds(1));
    }

    /** The clock having been set back: it cannot be removed, as a later token might be smaller. */
    void completedInTheFuture() {
        completed();
        change("token = token + 3600000000");
    }

    void unknown() {
        reserved();
        run.markUnknown("lost");
    }

    /** Whether the record was replaced by the answer of a run in a transaction. */
    boolean replaced() {
        Reservation.Granted granted = (Reservation.Granted) transactions.reserve(request);
        return granted.run().complete(response("done"));
    }

    /** Whether the record was replaced by the answer of a run whose work was undone. */
    boolean replacedInsteadOfWork() {
        Reservation.Granted granted = (Reservation.Granted) transactions.reserve(request);
        return granted.run().complete(response("done"), GrantedRun.Work.UNDONE);
    }

    /** Whether the record was completed by a write that others may share. */
    boolean completedWithOthers() {
        return writes.together(List.of(new RecordWrite.Completion(run.lease(), response("done"))))
                .get(0)
                .isDone();
    }

    void change(String assignments) {
        table.sql().sql("UPDATE idempotency_record SET " + assignments).update();
    }

    /** Everything in the table. */
    List<String> records() {
        return table.sql()
                .sql("SELECT record::text FROM idempotency_record AS record")
                .query(String.class)
                .list();
    }
}
