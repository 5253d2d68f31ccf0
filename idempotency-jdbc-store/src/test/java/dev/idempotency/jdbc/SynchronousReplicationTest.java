package dev.idempotency.jdbc;

import static dev.idempotency.test.Requests.granted;
import static dev.idempotency.test.Requests.request;
import static dev.idempotency.test.Requests.response;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.idempotency.core.record.State;
import dev.idempotency.core.store.GrantedRun;
import dev.idempotency.core.store.Reservation;
import dev.idempotency.core.store.StoreException;
import dev.idempotency.testbed.Database;
import dev.idempotency.testbed.EmbeddedServer;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.TransactionDefinition;

class SynchronousReplicationTest {

    /** Postgres calls it a success, with a warning; on the promoted standby the row is not there. */
    @Test
    void a_commit_that_was_told_not_to_wait_for_its_standby_is_not_taken_for_a_success() {
        try (EmbeddedServer server = EmbeddedServer.startDurable()) {
            Database database = server.createDatabase();
            TestStore.createTable(database);
            try (TestStore table = TestStore.on(database, config -> config.setMaximumPoolSize(1))) {
                GrantedRun run = granted(table.patientStore(), request("replicated"));
                awaitStandbyThatNeverComes(server);
                CompletableFuture<Boolean> completion =
                        CompletableFuture.supplyAsync(() -> run.complete(response("done")));
                cancelWhoWaits(server);

                assertThatThrownBy(completion::join)
                        .isInstanceOf(CompletionException.class)
                        .hasCauseInstanceOf(StoreException.AnswerLost.class);
                assertThat(table.store().find(run.lease().id()).orElseThrow().state())
                        .as("it is there, for now")
                        .isEqualTo(State.COMPLETED);
            }
        }
    }

    /** The driver hears of it with the answer to the record, as the commit has travelled with it. */
    @Test
    void nor_is_the_commit_of_a_transaction_with_its_record() {
        try (EmbeddedServer server = EmbeddedServer.startDurable()) {
            Database database = server.createDatabase();
            TestStore.createTable(database);
            try (TestStore table = TestStore.on(database, config -> config.setMaximumPoolSize(1))) {
                TransactionalReservations reservations = new TransactionalReservations(
                        new JdbcTransactionManager(table.dataSource()),
                        TransactionDefinition.withDefaults(),
                        table.dataSource(),
                        table.store(),
                        JdbcStoreSettings.defaults());
                awaitStandbyThatNeverComes(server);
                CompletableFuture<Boolean> completion = CompletableFuture.supplyAsync(() -> {
                    Reservation.Granted granted = (Reservation.Granted) reservations.reserve(request("replicated"));
                    return granted.run().complete(response("done"));
                });
                cancelWhoWaits(server);

                assertThatThrownBy(completion::join)
                        .isInstanceOf(CompletionException.class)
                        .hasCauseInstanceOf(StoreException.NotCommitted.class);
                assertThat(table.store().find(request("replicated").id()))
                        .as("it is there, for now")
                        .isPresent();
            }
        }
    }

    private static void awaitStandbyThatNeverComes(EmbeddedServer server) {
        Database maintenance = server.maintenance();
        maintenance.execute("ALTER SYSTEM SET synchronous_standby_names = 'nobody'");
        maintenance.execute("SELECT pg_reload_conf()");
        OtherSession.await(
                () -> JdbcClient.create(maintenance.dataSource())
                        .sql("SHOW synchronous_standby_names")
                        .query(String.class)
                        .single()
                        .equals("nobody"),
                "the server to wait for a standby");
    }

    private static void cancelWhoWaits(EmbeddedServer server) {
        OtherSession.await(
                () -> JdbcClient.create(server.maintenance().dataSource())
                                .sql("SELECT count(*) FROM (SELECT pg_cancel_backend(pid) FROM pg_stat_activity"
                                        + " WHERE wait_event = 'SyncRep') AS cancelled")
                                .query(Integer.class)
                                .single()
                        > 0,
                "a commit to wait for the standby");
    }
}
