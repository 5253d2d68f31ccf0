package dev.idempotency.testbed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(120)
class ReplicatedPostgresTest {

    private final ReplicatedPostgres both = ReplicatedPostgres.start();
    private final Database database = both.createDatabase();

    @BeforeEach
    void create() {
        database.execute("CREATE TABLE thing (id int)");
    }

    @AfterEach
    void stop() {
        both.close();
    }

    @Test
    void a_commit_waits_for_a_standby_that_stalls_and_is_seen_by_nobody_until_it_resumes() throws Exception {
        both.stall();
        CompletableFuture<Void> commit = insertion(1);
        both.awaitWaitingCommits(1);

        assertThat(things()).isEmpty();
        assertThat(commit).isNotDone();

        both.resume();
        commit.get(10, TimeUnit.SECONDS);
        assertThat(things()).containsExactly(1);
    }

    @Test
    void after_a_failover_there_is_what_the_standby_has_confirmed_and_nothing_else() throws SQLException {
        insertion(1).join();
        both.stall();
        CompletableFuture<Void> lost = insertion(2);
        both.awaitWaitingCommits(1);

        both.promote();

        assertThatThrownBy(lost::join).hasRootCauseInstanceOf(IOException.class);
        assertThat(things()).containsExactly(1);
        insertion(3).join();
        assertThat(things()).containsExactly(1, 3);
    }

    @Test
    void what_an_operator_told_not_to_wait_is_seen_at_once_and_gone_after_a_failover() throws SQLException {
        both.stall();
        CompletableFuture<Void> commit = insertion(1);
        both.awaitWaitingCommits(1);

        both.cancelWaitingCommits();

        commit.join();
        assertThat(things()).containsExactly(1);
        both.promote();
        assertThat(things()).isEmpty();
    }

    @Test
    void a_primary_that_hangs_can_be_replaced() throws SQLException {
        insertion(1).join();
        both.primary().freeze();
        CompletableFuture<List<Integer>> answer = CompletableFuture.supplyAsync(this::thingsOrThrow);

        both.promote();

        assertThatThrownBy(answer::join).hasRootCauseInstanceOf(IOException.class);
        assertThat(things()).containsExactly(1);
    }

    @Test
    void a_second_failover_is_possible() throws SQLException {
        both.promote();
        both.addStandby();
        insertion(1).join();
        both.stall();
        CompletableFuture<Void> lost = insertion(2);
        both.awaitWaitingCommits(1);

        both.promote();

        assertThatThrownBy(lost::join).hasRootCauseInstanceOf(IOException.class);
        assertThat(things()).containsExactly(1);
    }

    @Test
    void what_the_primary_has_on_another_disk_is_there_after_a_failover(@TempDir Path disk) throws SQLException {
        both.promote();
        both.maintenance().execute("CREATE TABLESPACE other LOCATION '" + disk + "'");
        database.execute("CREATE TABLE elsewhere TABLESPACE other AS SELECT 1 AS id");
        both.addStandby();

        both.promote();

        database.execute("INSERT INTO elsewhere VALUES (2)");
        assertThat(rowsOf("elsewhere")).containsExactly(1, 2);
    }

    @Test
    void nothing_is_confirmed_while_the_standby_stalls() {
        both.stall();
        CompletableFuture<Void> confirmation = CompletableFuture.runAsync(both::awaitConfirmation);
        both.awaitWaitingCommits(1);
        assertThat(confirmation).isNotDone();

        both.resume();

        confirmation.orTimeout(10, TimeUnit.SECONDS).join();
    }

    private CompletableFuture<Void> insertion(int id) {
        return CompletableFuture.runAsync(() -> database.execute("INSERT INTO thing VALUES (" + id + ")"));
    }

    private List<Integer> thingsOrThrow() {
        try {
            return things();
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    private List<Integer> things() throws SQLException {
        return rowsOf("thing");
    }

    private List<Integer> rowsOf(String table) throws SQLException {
        List<Integer> things = new ArrayList<>();
        try (Connection connection = database.dataSource().getConnection();
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("SELECT id FROM " + table + " ORDER BY id")) {
            while (rows.next()) {
                things.add(rows.getInt(1));
            }
        }
        return things;
    }
}
