package dev.idempotency.spring.endtoend;

import static org.assertj.core.api.Assertions.assertThat;

import dev.idempotency.core.store.IdempotencyStore;
import dev.idempotency.testbed.Database;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * The three walks of {@code docs/architecture.md} stay as short as they are there. What counts is told by {@link Walk}. Each walk is
 * also written to {@code target/walks}.
 */
class WalkTest {

    private static final String BODY = "{\"sku\":\"book\",\"quantity\":2,\"note\":\"wrapped\"}";
    private static final String ALICE =
            "Basic " + Base64.getEncoder().encodeToString("alice:alice".getBytes(StandardCharsets.UTF_8));
    private static final int ATTEMPTS = 10;
    private static final Path WALKS = Path.of("target", "walks");

    private static OrdersApp application;
    private static SharedWrites writes;
    private static Tracer tracer;

    @BeforeAll
    static void start() {
        Database database = Database.create();
        application = OrdersApp.startWithSecurity(
                database, Map.of("idempotency.jdbc.lock-timeout", "20s"), WalkedRequests.class, BasicUsers.class);
        writes = new SharedWrites(database, application.bean(IdempotencyStore.class));
        tracer = Tracer.open();
        WalkedRequests.gate = new CountDownLatch(0);
        for (String path : List.of("/leased", "/transactional")) {
            post(path, "what is made once");
            post(path, "what is made once");
        }
    }

    @AfterAll
    static void stop() {
        tracer.close();
        application.close();
    }

    @Test
    void a_first_request_in_mode_lease() throws Exception {
        assertNoLongerThan(119, 35, sharedWalk(), "lease");
    }

    @Test
    void a_first_request_in_mode_transactional() throws Exception {
        assertNoLongerThan(112, 30, walk("/transactional", UUID.randomUUID().toString()), "transactional");
    }

    @Test
    void a_replay() throws Exception {
        post("/leased", "again");

        assertNoLongerThan(63, 9, walk("/leased", "again"), "replay");
    }

    private static void assertNoLongerThan(int hops, int returns, Walk walk, String name) throws IOException {
        Files.createDirectories(WALKS);
        Files.writeString(WALKS.resolve(name + ".txt"), walk.toString());
        assertThat(walk.hops()).as("hops of %s", walk).isBetween(1, hops);
        assertThat(walk.returns()).as("returns of %s", walk).isBetween(1, returns);
    }

    /** Its reservation and its completion are shared with other writes. */
    private static Walk sharedWalk() throws Exception {
        for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
            Walk walk = walkAmongOthers();
            if (walk.timesIn("RecordBatch") >= 2) {
                return walk;
            }
        }
        throw new IllegalStateException("No write was shared");
    }

    private static Walk walkAmongOthers() throws SQLException, InterruptedException {
        CountDownLatch gate = new CountDownLatch(1);
        WalkedRequests.THREAD.set(null);
        WalkedRequests.reached = new CountDownLatch(1);
        WalkedRequests.gate = gate;
        String key = UUID.randomUUID().toString();
        Thread client = new Thread(() -> post("/leased", key, WalkedRequests.HEADER, "yes"));
        writes.share(SharedWrites.Kind.RESERVATION, client::start, WalkedRequests.THREAD::get);
        assertThat(WalkedRequests.reached.await(30, TimeUnit.SECONDS)).isTrue();
        writes.share(SharedWrites.Kind.COMPLETION, gate::countDown, WalkedRequests.THREAD::get);
        return walked();
    }

    private static Walk walk(String path, String key) throws InterruptedException {
        assertThat(post(path, key, WalkedRequests.HEADER, "yes").statusCode()).isEqualTo(200);
        return walked();
    }

    private static Walk walked() throws InterruptedException {
        List<Calls.Call> calls = WalkedRequests.WALKS.poll(30, TimeUnit.SECONDS);
        assertThat(calls).as("calls of the request").isNotEmpty();
        return Walk.of(calls);
    }

    private static HttpResponse<String> post(String path, String key, String... headers) {
        String[] all = new String[headers.length + 2];
        all[0] = "Authorization";
        all[1] = ALICE;
        System.arraycopy(headers, 0, all, 2, headers.length);
        return application.post(path, key, BODY, all);
    }
}
