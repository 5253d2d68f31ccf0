package dev.idempotency.chaos.seededbug;

import static org.assertj.core.api.Assertions.assertThat;

import dev.idempotency.core.action.Action;
import dev.idempotency.core.scope.Scope;
import dev.idempotency.core.store.IdempotencyStore.Reaping;
import dev.idempotency.jdbc.JdbcActions;
import dev.idempotency.jdbc.JdbcIdempotencyStore;
import dev.idempotency.jdbc.JdbcStoreSettings;
import dev.idempotency.jdbc.TableName;
import dev.idempotency.jdbc.schema.SchemaInitializer;
import dev.idempotency.jdbc.schema.SchemaMode;
import dev.idempotency.jdbc.schema.SchemaSettings;
import dev.idempotency.test.Requests;
import dev.idempotency.testbed.Database;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.jdbc.datasource.DelegatingDataSource;
import org.springframework.jdbc.support.JdbcTransactionManager;

/** A bug that does not find its place in the SQL any more is never caught. */
class SeededBugTest {

    private static final DataSource RECORDS = Database.create().dataSource();

    private final List<String> statements = new ArrayList<>();

    @BeforeAll
    static void createTable() {
        new SchemaInitializer(RECORDS, new SchemaSettings(TableName.DEFAULT, SchemaMode.MIGRATE)).initialize();
    }

    static Stream<SeededBug> inSql() {
        return Arrays.stream(SeededBug.values()).filter(SeededBug::isInSql);
    }

    @ParameterizedTest
    @MethodSource("inSql")
    void a_bug_in_the_sql_finds_its_place(SeededBug seededBug) {
        DataSource heard = heard();
        JdbcIdempotencyStore store = new JdbcIdempotencyStore(heard, JdbcStoreSettings.defaults());
        Requests.granted(store, Requests.request(seededBug.name())).complete(Requests.response("done"));
        store.sweep(Duration.ofDays(1), 1);
        store.reap(Reaping.DELETE, 1);
        new JdbcActions(new JdbcTransactionManager(heard), heard, JdbcStoreSettings.defaults())
                .once(Action.of(Scope.of("tester"), seededBug.name()), () -> "done");

        assertThat(statements)
                .hasSizeGreaterThanOrEqualTo(4)
                .anySatisfy(sql -> assertThat(seededBug.rewrite(sql)).isNotEqualTo(sql));
    }

    /** Hears every statement. */
    private DataSource heard() {
        return new DelegatingDataSource(RECORDS) {
            @Override
            public Connection getConnection() throws SQLException {
                Connection connection = super.getConnection();
                return (Connection) Proxy.newProxyInstance(
                        getClass().getClassLoader(), new Class<?>[] {Connection.class}, (proxy, method, arguments) -> {
                            if (method.getName().equals("prepareStatement")) {
                                statements.add((String) arguments[0]);
                            }
                            return method.invoke(connection, arguments);
                        });
            }
        };
    }
}
