package dev.idempotency.chaos.plant;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.idempotency.core.store.IdempotencyStore.Reaping;
import dev.idempotency.core.store.ReservationRequest;
import dev.idempotency.core.store.StoreException;
import dev.idempotency.jdbc.JdbcIdempotencyStore;
import dev.idempotency.jdbc.JdbcStoreSettings;
import dev.idempotency.test.Requests;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.jdbc.datasource.AbstractDataSource;

/** A bug that does not find its place in the SQL any more is never caught, and nobody knows why. */
class PlantTest {

    private final List<String> statements = new ArrayList<>();

    static Stream<Plant> inSql() {
        return Arrays.stream(Plant.values()).filter(Plant::isInSql);
    }

    @ParameterizedTest
    @MethodSource("inSql")
    void a_bug_in_the_sql_finds_its_place(Plant plant) {
        ReservationRequest request = Requests.request("key");
        JdbcIdempotencyStore store = new JdbcIdempotencyStore(listening(), JdbcStoreSettings.defaults());
        List.<Runnable>of(
                        () -> store.reserve(request),
                        () -> store.complete(request.leaseWith(1), Requests.response("done")),
                        () -> store.sweep(Duration.ofDays(1), 1),
                        () -> store.reap(Reaping.DELETE, 1))
                .forEach(step -> assertThatThrownBy(step::run).isInstanceOf(StoreException.class));

        assertThat(statements)
                .hasSizeGreaterThanOrEqualTo(4)
                .anySatisfy(sql -> assertThat(plant.rewrite(sql)).isNotEqualTo(sql));
    }

    /** Hears every statement, and executes none. */
    private DataSource listening() {
        return new AbstractDataSource() {
            @Override
            public Connection getConnection() {
                return (Connection) Proxy.newProxyInstance(
                        getClass().getClassLoader(), new Class<?>[] {Connection.class}, (proxy, method, arguments) -> {
                            if (method.getName().equals("prepareStatement")) {
                                statements.add((String) arguments[0]);
                                throw new SQLException("Only heard", "08001");
                            }
                            return switch (method.getName()) {
                                case "getAutoCommit" -> true;
                                case "isClosed" -> false;
                                case "getNetworkTimeout" -> 0;
                                default -> null;
                            };
                        });
            }

            @Override
            public Connection getConnection(String user, String password) {
                return getConnection();
            }
        };
    }
}
