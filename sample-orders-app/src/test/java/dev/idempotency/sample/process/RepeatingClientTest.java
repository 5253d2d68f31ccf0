package dev.idempotency.sample.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.idempotency.sample.Customer;
import dev.idempotency.testbed.Database;
import dev.idempotency.testbed.TcpProxy;
import dev.idempotency.testbed.TcpProxy.OnSight;
import dev.idempotency.testbed.Trap;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.jdbc.core.simple.JdbcClient;

/**
 * Our client and our server with everything between them breaking. The long form: {@code -Dtest=RepeatingClientTest
 * -Dclient.orders=5000 -Dclient.kills=20}.
 */
class RepeatingClientTest {

    private static final int ORDERS = Integer.getInteger("client.orders", 300);
    private static final int KILLS = Integer.getInteger("client.kills", 1);
    private static final int CALLERS = 16;
    private static final double CUT = 0.3;
    private static final Duration PATIENCE = Duration.ofMinutes(10 + KILLS);

    private final Database database = Database.create();
    private final JdbcClient sql = JdbcClient.create(database.dataSource());
    private SampleProcess server;

    @BeforeEach
    void start() throws IOException {
        server = SampleProcess.start(database, Map.of("IDEMPOTENCY_LEASE", "1500ms"));
    }

    @AfterEach
    void stop() throws IOException {
        server.close();
    }

    @Test
    void every_order_is_made_once_and_told_though_answers_are_cut_and_servers_killed() throws Exception {
        ExecutorService callers = Executors.newFixedThreadPool(CALLERS);
        AtomicInteger done = new AtomicInteger();
        try (CuttingProxy proxy = new CuttingProxy(CUT)) {
            proxy.leadTo(server.alice().port());
            OrderingClient client = new OrderingClient(proxy.port());
            List<Future<OrderingClient.Answer>> answers = new ArrayList<>();
            for (int i = 0; i < ORDERS; i++) {
                int number = i;
                answers.add(callers.submit(() -> {
                    try {
                        return client.place("wanted-" + number, number);
                    } finally {
                        done.incrementAndGet();
                    }
                }));
            }
            for (int kill = 1; kill <= KILLS; kill++) {
                int share = ORDERS * kill / (KILLS + 1);
                await().atMost(PATIENCE).until(() -> done.get() >= share);
                killAndStartAgain(proxy);
            }

            List<Long> ids = new ArrayList<>();
            for (Future<OrderingClient.Answer> answer : answers) {
                OrderingClient.Answer told = answer.get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
                assertThat(told.status()).as(told.body()).isEqualTo(201);
                ids.add(Customer.json(told.body()).get("id").asLong());
            }
            assertThat(ids).hasSize(ORDERS).doesNotHaveDuplicates();
            assertThat(ordersMade()).isEqualTo(ORDERS);
            assertThat(proxy.cuts()).isGreaterThan(ORDERS / 5);
            System.out.printf(
                    "%d orders wanted, %d made, %d callers told; %d answers cut, %d servers killed%n",
                    ORDERS, ordersMade(), ids.size(), proxy.cuts(), KILLS);
        } finally {
            callers.shutdownNow();
        }
    }

    @Test
    void a_client_that_was_killed_and_started_again_derives_its_key_and_gets_the_replay(@TempDir Path directory)
            throws Exception {
        Path answer = directory.resolve("answer");
        int port = server.alice().port();
        try (TcpProxy proxy = new TcpProxy("127.0.0.1", port)) {
            Trap trap = proxy.when("POST /orders", OnSight.HOLD_AFTER);
            Process killed = client(proxy.port(), answer);
            trap.await(Duration.ofMinutes(1));
            killed.destroyForcibly().onExit().join();
            trap.release();
        }
        assertThat(answer).doesNotExist();

        Process again = client(port, answer);

        assertThat(again.waitFor(1, TimeUnit.MINUTES)).isTrue();
        assertThat(Files.readString(answer)).isEqualTo("201 replayed=true");
        assertThat(ordersMade()).isOne();
    }

    private void killAndStartAgain(CuttingProxy proxy) throws IOException {
        server.close();
        server = SampleProcess.start(database, Map.of("IDEMPOTENCY_LEASE", "1500ms"));
        proxy.leadTo(server.alice().port());
    }

    private static Process client(int port, Path answer) throws IOException {
        return new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        System.getProperty("java.class.path"),
                        OrderingClient.class.getName(),
                        Integer.toString(port),
                        "invoice-4711",
                        answer.toString())
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
    }

    private int ordersMade() {
        return sql.sql("SELECT count(DISTINCT note) FROM orders HAVING count(*) = count(DISTINCT note)")
                .query(Integer.class)
                .optional()
                .orElseThrow(() -> new AssertionError("An order was made twice"));
    }
}
