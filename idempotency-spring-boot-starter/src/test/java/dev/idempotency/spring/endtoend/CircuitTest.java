package dev.idempotency.spring.endtoend;

import static org.assertj.core.api.Assertions.assertThat;

import dev.idempotency.core.internal.circuit.StoreCircuit;
import dev.idempotency.testbed.Database;
import dev.idempotency.testbed.TcpProxy;
import java.net.http.HttpResponse;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import javax.sql.DataSource;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.datasource.DelegatingDataSource;

class CircuitTest {

    private static final Duration CONNECTION_TIMEOUT = Duration.ofSeconds(1);
    private static final Map<String, String> SETTINGS = Map.of(
            "spring.datasource.hikari.connection-timeout",
            String.valueOf(CONNECTION_TIMEOUT.toMillis()),
            "spring.datasource.hikari.validation-timeout",
            "500",
            "spring.datasource.hikari.data-source-properties.socketTimeout",
            "1",
            "idempotency.circuit.failures",
            "2",
            "idempotency.circuit.pause",
            "2s",
            "idempotency.upkeep.enabled",
            "false");
    private static final String BODY = "{\"sku\":\"book\"}";

    @BeforeEach
    void open() {
        Orders.RUNS.set(0);
        Orders.gate = new CountDownLatch(0);
    }

    @ParameterizedTest
    @EnumSource
    void while_the_store_is_away_requests_are_refused_at_once_and_run_when_it_is_back(Outage outage) {
        Database database = Database.create();
        try (TcpProxy network = TcpProxy.to(database);
                OrdersApp application =
                        OrdersApp.start(database.through(network), SETTINGS, Orders.class, Counted.class)) {
            assertThat(application.post("/orders", "before", BODY).statusCode()).isEqualTo(201);
            outage.begin(network);
            Awaitility.await().atMost(Duration.ofSeconds(30)).until(() -> {
                application.post("/orders", "during", BODY);
                return application.bean(StoreCircuit.class).isOpen();
            });
            int asked = Counted.CONNECTIONS.get();

            long started = System.nanoTime();
            HttpResponse<String> refused = application.post("/orders", "at-once", BODY);
            Duration took = Duration.ofNanos(System.nanoTime() - started);

            assertThat(refused.statusCode()).isEqualTo(503);
            assertThat(refused.body()).contains("\"idempotency_store_unavailable\"", "\"retryable\":true");
            assertThat(took).isLessThan(CONNECTION_TIMEOUT);
            assertThat(Counted.CONNECTIONS).as("connections asked for").hasValue(asked);
            assertThat(Orders.RUNS).hasValue(1);

            outage.end(network);
            Awaitility.await()
                    .atMost(Duration.ofSeconds(30))
                    .untilAsserted(() -> assertThat(
                                    application.post("/orders", "after", BODY).statusCode())
                            .isEqualTo(201));
            assertThat(application.bean(StoreCircuit.class).isOpen()).isFalse();
            assertThat(Orders.RUNS).hasValue(2);
        }
    }

    private enum Outage {
        REFUSED {
            @Override
            void begin(TcpProxy network) {
                network.refuse();
            }

            @Override
            void end(TcpProxy network) {
                network.accept();
            }
        },
        BLACK_HOLE {
            @Override
            void begin(TcpProxy network) {
                network.hold();
            }

            @Override
            void end(TcpProxy network) {
                network.release();
            }
        };

        abstract void begin(TcpProxy network);

        abstract void end(TcpProxy network);
    }

    /** Counts how often anybody asks for a connection. */
    @Configuration(proxyBeanMethods = false)
    static class Counted {

        static final AtomicInteger CONNECTIONS = new AtomicInteger();

        @Bean
        static BeanPostProcessor counting() {
            return new BeanPostProcessor() {
                @Override
                public Object postProcessAfterInitialization(Object bean, String name) {
                    return bean instanceof DataSource pool ? new CountedDataSource(pool) : bean;
                }
            };
        }
    }

    private static final class CountedDataSource extends DelegatingDataSource {

        CountedDataSource(DataSource pool) {
            super(pool);
        }

        @Override
        public Connection getConnection() throws SQLException {
            Counted.CONNECTIONS.incrementAndGet();
            return super.getConnection();
        }
    }
}
