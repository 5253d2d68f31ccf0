package dev.idempotency.testbed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.idempotency.testbed.TcpProxy.OnSight;
import java.io.IOException;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class TestbedTest {

    @Test
    void two_databases_are_two() {
        Database one = Database.create();
        Database other = Database.create();
        one.execute("CREATE TABLE thing (id int)");

        other.execute("CREATE TABLE thing (id int)");

        assertThat(one.name()).isNotEqualTo(other.name());
    }

    @Test
    void a_durable_server_keeps_its_data_through_a_crash() throws SQLException {
        try (EmbeddedServer server = EmbeddedServer.startDurable()) {
            Database database = server.createDatabase();
            database.execute("CREATE TABLE thing (id int); INSERT INTO thing VALUES (1)");

            server.crash();
            assertThatThrownBy(() -> database.execute("SELECT 1")).isInstanceOf(IllegalStateException.class);
            server.start();

            assertThat(query(database, "SELECT count(*) FROM thing")).isEqualTo("1");
            assertThat(query(database, "SHOW fsync")).isEqualTo("on");
            assertThat(query(database, "SHOW synchronous_commit")).isEqualTo("on");
        }
    }

    @Test
    void a_commit_whose_answer_is_swallowed_has_happened() throws Exception {
        Database database = Database.create();
        database.execute("CREATE TABLE thing (id int)");
        try (TcpProxy proxy = TcpProxy.to(database);
                Connection connection = database.through(proxy).dataSource().getConnection()) {
            insert(connection);
            Trap trap = proxy.when("COMMIT", OnSight.CUT_AFTER);

            assertThatThrownBy(connection::commit).isInstanceOf(SQLException.class);

            trap.await(Duration.ofSeconds(10));
            assertThat(query(database, "SELECT count(*) FROM thing")).isEqualTo("1");
        }
    }

    @Test
    void a_commit_that_is_cut_off_before_has_not_happened() throws Exception {
        Database database = Database.create();
        database.execute("CREATE TABLE thing (id int)");
        try (TcpProxy proxy = TcpProxy.to(database);
                Connection connection = database.through(proxy).dataSource().getConnection()) {
            insert(connection);
            proxy.when("COMMIT", OnSight.CUT_BEFORE);

            assertThatThrownBy(connection::commit).isInstanceOf(SQLException.class);

            assertThat(query(database, "SELECT count(*) FROM thing")).isEqualTo("0");
        }
    }

    @Test
    void a_commit_that_is_held_happens_when_it_is_let_go() throws Exception {
        Database database = Database.create();
        database.execute("CREATE TABLE thing (id int)");
        try (TcpProxy proxy = TcpProxy.to(database);
                Connection connection = database.through(proxy).dataSource().getConnection()) {
            insert(connection);
            Trap trap = proxy.when("COMMIT", OnSight.HOLD_BEFORE);
            CompletableFuture<Void> commit = CompletableFuture.runAsync(() -> commit(connection));
            trap.await(Duration.ofSeconds(10));
            assertThat(query(database, "SELECT count(*) FROM thing")).isEqualTo("0");

            trap.release();

            commit.get(10, TimeUnit.SECONDS);
            assertThat(query(database, "SELECT count(*) FROM thing")).isEqualTo("1");
        }
    }

    @Test
    void a_commit_whose_answer_is_held_has_happened_and_may_be_cut_off() throws Exception {
        Database database = Database.create();
        database.execute("CREATE TABLE thing (id int)");
        try (TcpProxy proxy = TcpProxy.to(database);
                Connection connection = database.through(proxy).dataSource().getConnection()) {
            insert(connection);
            Trap trap = proxy.when("COMMIT", OnSight.HOLD_AFTER);
            CompletableFuture<Void> commit = CompletableFuture.runAsync(() -> commit(connection));
            trap.await(Duration.ofSeconds(10));
            assertThat(query(database, "SELECT count(*) FROM thing")).isEqualTo("1");
            assertThat(commit).isNotDone();

            proxy.cut();
            trap.release();

            assertThatThrownBy(() -> commit.get(10, TimeUnit.SECONDS)).hasRootCauseInstanceOf(IOException.class);
        }
    }

    @Test
    void a_network_that_refuses_works_again_once_it_accepts() throws SQLException {
        Database database = Database.create();
        try (TcpProxy proxy = TcpProxy.to(database)) {
            Database behind = database.through(proxy);
            assertThat(query(behind, "SELECT 1")).isEqualTo("1");

            proxy.refuse();
            assertThatThrownBy(() -> query(behind, "SELECT 1")).isInstanceOf(SQLException.class);
            proxy.accept();

            assertThat(query(behind, "SELECT 1")).isEqualTo("1");
        }
    }

    private static void commit(Connection connection) {
        try {
            connection.commit();
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    private static void insert(Connection connection) throws SQLException {
        connection.setAutoCommit(false);
        try (Statement statement = connection.createStatement()) {
            statement.execute("INSERT INTO thing VALUES (1)");
        }
    }

    private static String query(Database database, String sql) throws SQLException {
        try (Connection connection = database.dataSource().getConnection();
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(sql)) {
            rows.next();
            return rows.getString(1);
        }
    }
}
