package dev.idempotency.jdbc;

import static dev.idempotency.test.Requests.granted;
import static dev.idempotency.test.Requests.response;
import static dev.idempotency.test.Requests.retry;

import dev.idempotency.core.record.Lease;
import dev.idempotency.core.record.RecordedAnswer;
import dev.idempotency.core.store.GrantedRun;
import dev.idempotency.core.store.GrantedRun.Work;
import dev.idempotency.core.store.OperatorDecision;
import dev.idempotency.core.store.Reservation;
import dev.idempotency.core.store.ReservationRequest;
import dev.idempotency.core.store.Resolution;
import dev.idempotency.core.store.StoreException;
import dev.idempotency.jdbc.internal.batch.BatchLimits;
import dev.idempotency.jdbc.internal.batch.RecordWrite;
import dev.idempotency.jdbc.internal.batch.RecordWrites;
import dev.idempotency.test.Requests;
import dev.idempotency.testbed.Database;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;
import org.springframework.transaction.support.TransactionTemplate;

/** One record on a server with a standby, and whatever writes it. */
final class ReplicatedStage implements AutoCloseable {

    private final Database database;
    private TestStore table;
    private JdbcIdempotencyStore store;
    private RecordWrites writes;
    private JdbcTransactionManager manager;
    private TransactionalReservations transactions;
    private ReservationRequest request = Requests.request("stalled");
    private GrantedRun run;
    private List<String> before;

    ReplicatedStage(Database database) {
        this.database = database;
        TestStore.createTable(database);
    }

    /** A transaction waits for its commit as long as the driver does. */
    void connect(Duration statement) {
        JdbcStoreSettings settings = new JdbcStoreSettings(TableName.DEFAULT, Duration.ofMillis(300), statement);
        table = TestStore.on(database, config -> {
            config.setMaximumPoolSize(3);
            config.setMinimumIdle(0);
            config.addDataSourceProperty("socketTimeout", Long.toString(statement.toSeconds() + 3));
        });
        store = new JdbcIdempotencyStore(table.dataSource(), settings);
        writes = new RecordWrites(settings.executor(table.dataSource()), settings.fragments(), BatchLimits.DEFAULT);
        manager = new JdbcTransactionManager(table.dataSource());
        transactions = new TransactionalReservations(
                manager, TransactionDefinition.withDefaults(), table.dataSource(), store, settings);
    }

    void connectAgain() {
        table.dataSource().getHikariPoolMXBean().softEvictConnections();
    }

    ReservationRequest request() {
        return request;
    }

    GrantedRun run() {
        return run;
    }

    Lease lease() {
        return run.lease();
    }

    boolean isSupplemented() {
        return EndingsOf.supplements(table.dataSource()).supplement(run.lease(), response("done"));
    }

    JdbcIdempotencyStore store() {
        return store;
    }

    TransactionalReservations transactions() {
        return transactions;
    }

    void reserved() {
        run = granted(store, request);
    }

    void failed() {
        reserved();
        run.fail("nothing done");
        request = retry(request);
    }

    void lapsed() {
        reserved();
        table.letTimePass(Duration.ofMinutes(2));
        request = retry(request);
    }

    void unknown() {
        reserved();
        run.markUnknown("lost");
    }

    void completedWithoutBody() {
        reserved();
        run.complete(RecordedAnswer.withoutBody(201, List.of()));
    }

    void ready() {
        before = records();
    }

    List<String> before() {
        return before;
    }

    /** Everything in the table. */
    List<String> records() {
        return table.sql()
                .sql("SELECT record::text FROM idempotency_record AS record")
                .query(String.class)
                .list();
    }

    boolean isGranted() {
        return store.reserve(request) instanceof Reservation.Granted;
    }

    boolean isShared(RecordWrite write) {
        return writes.together(List.of(write)).get(0).isDone();
    }

    boolean isResolved(Resolution resolution, Optional<OperatorDecision> decision) {
        return store.resolve(request.id(), run.lease().token(), resolution, decision);
    }

    boolean isRefusalStored() {
        return isToldAsDone(
                () -> new TransactionTemplate(manager).executeWithoutResult(status -> status.setRollbackOnly()),
                ReplicatedWrite.refusal(),
                Work.KEPT_UNLESS_ROLLED_BACK);
    }

    boolean isCommitted() {
        return isToldAsDone(() -> {}, response("done"), Work.KEPT);
    }

    boolean isCommittedWithCallbacks() {
        return isToldAsDone(
                () -> TransactionSynchronizationManager.registerSynchronization(new TransactionSynchronization() {}),
                response("done"),
                Work.KEPT);
    }

    /** By the store, or by the record that is looked at where the store says that another run has it. */
    private boolean isToldAsDone(Runnable business, RecordedAnswer response, Work work) {
        GrantedRun held = ((Reservation.Granted) transactions.reserve(request)).run();
        business.run();
        return twiceIfLost(() -> held.complete(response, work)
                || store.look(retry(request))
                        .filter(Reservation.Replay.class::isInstance)
                        .isPresent());
    }

    @Override
    public void close() {
        table.close();
    }

    /** As the filter and the run do. */
    static boolean twiceIfLost(BooleanSupplier write) {
        try {
            return write.getAsBoolean();
        } catch (StoreException.AnswerLost lost) {
            return write.getAsBoolean();
        }
    }
}
