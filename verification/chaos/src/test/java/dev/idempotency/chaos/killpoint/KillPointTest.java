package dev.idempotency.chaos.killpoint;

import static org.assertj.core.api.Assertions.assertThat;

import dev.idempotency.testbed.Database;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.web.server.context.WebServerApplicationContext;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.jdbc.core.simple.JdbcClient;

/**
 * A request in mode TRANSACTIONAL, ended in three ways at each of ten points. Whatever is ended, and wherever: the retry ends
 * with one row and one answer, and waits for nobody's lease. After SIGKILL it goes to another process.
 */
class KillPointTest {

    /** Far less than the lease of a minute. */
    private static final Duration SOON = Duration.ofSeconds(10);

    private static final Database DATABASE = Database.create();

    private static ConfigurableApplicationContext survivor;
    private static Victim victim;

    private final HttpClient http =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private final String key = UUID.randomUUID().toString();
    private String path = "/purchases";

    @BeforeAll
    static void start(@TempDir Path directory) {
        DATABASE.execute("CREATE TABLE purchase (item text, receipt text)");
        survivor = SpringApplication.run(
                TillApplication.class, "--server.port=0", "--spring.datasource.url=" + DATABASE.url());
        victim = new Victim(DATABASE, directory.resolve("victim.log"));
    }

    @AfterAll
    static void stop() {
        victim.close();
        survivor.close();
    }

    @ParameterizedTest
    @EnumSource
    void struck_before_the_lock(KillKind kind) throws Exception {
        strike(Point.BEFORE_THE_LOCK, kind);
    }

    @ParameterizedTest
    @EnumSource
    void struck_after_the_lock(KillKind kind) throws Exception {
        strike(Point.AFTER_THE_LOCK, kind);
    }

    @ParameterizedTest
    @EnumSource
    void struck_after_the_business_write(KillKind kind) throws Exception {
        strike(Point.AFTER_THE_BUSINESS_WRITE, kind);
    }

    @ParameterizedTest
    @EnumSource
    void struck_before_the_record(KillKind kind) throws Exception {
        strike(Point.BEFORE_THE_RECORD, kind);
    }

    @ParameterizedTest
    @EnumSource
    void struck_before_the_commit(KillKind kind) throws Exception {
        strike(Point.BEFORE_COMMIT, kind);
    }

    @ParameterizedTest
    @EnumSource
    void struck_when_the_commit_was_sent_and_its_answer_not_received(KillKind kind) throws Exception {
        strike(Point.COMMIT_SENT, kind);
    }

    @ParameterizedTest
    @EnumSource
    void struck_after_the_commit_and_before_the_response(KillKind kind) throws Exception {
        strike(Point.COMMITTED, kind);
    }

    @ParameterizedTest
    @EnumSource
    void struck_before_the_record_and_the_commit_that_travels_with_it(KillKind kind) throws Exception {
        strike(Point.BEFORE_RECORD_AND_COMMIT, kind);
    }

    @ParameterizedTest
    @EnumSource
    void struck_when_record_and_commit_were_sent_and_their_answer_not_received(KillKind kind) throws Exception {
        strike(Point.RECORD_AND_COMMIT_SENT, kind);
    }

    @ParameterizedTest
    @EnumSource
    void struck_after_the_commit_that_travelled_with_the_record_and_before_the_response(KillKind kind)
            throws Exception {
        strike(Point.COMMITTED_WITH_RECORD, kind);
    }

    static Stream<Arguments> ofCallers() {
        return Stream.of(
                        Point.BEFORE_THE_LOCK,
                        Point.AFTER_THE_LOCK,
                        Point.AFTER_THE_BUSINESS_WRITE,
                        Point.BEFORE_THE_RECORD,
                        Point.BEFORE_COMMIT,
                        Point.COMMIT_SENT,
                        Point.COMMITTED)
                .flatMap(point -> Stream.of(KillKind.values()).map(kind -> Arguments.of(point, kind)));
    }

    /** By a template, in a transaction that the caller begins and commits. */
    @ParameterizedTest
    @MethodSource("ofCallers")
    void a_call_that_joins_a_transaction_is_struck(Point point, KillKind kind) throws Exception {
        path = "/joined-purchases";
        strike(point, kind);
    }

    private void strike(Point point, KillKind kind) throws Exception {
        victim.awaitReady();
        CompletableFuture<HttpResponse<String>> first;
        try (Stop stop = point.stop(victim)) {
            first = http.sendAsync(purchase(victim.port(), stop.door(), point.hasCallbacks()), BodyHandlers.ofString());
            stop.await();
            kind.strike(victim, point);
        }
        int port = kind.isDeadly() ? portOfSurvivor() : victim.port();
        HttpResponse<String> retry =
                Awaitility.await().atMost(SOON).until(() -> ask(port), answer -> answer.statusCode() == 201);
        HttpResponse<String> again = ask(portOfSurvivor());

        assertThat(isReplay(retry)).as("the work had been done before the blow").isEqualTo(point.isCommitted());
        assertThat(isReplay(again)).isTrue();
        assertThat(again.body()).isEqualTo(retry.body());
        assertThat(receipts()).containsExactly(retry.body());
        assertThat(records()).isOne();
        if (!kind.isDeadly()) {
            assertFirstAnswer(first.get(SOON.toSeconds(), TimeUnit.SECONDS), point, retry.body());
        } else {
            assertThat(first).failsWithin(SOON);
        }
    }

    /** The first client got the only answer there is, or was not told of a success. */
    private void assertFirstAnswer(HttpResponse<String> answer, Point point, String receipt) {
        if (point.isKnown()) {
            assertThat(answer.statusCode()).isEqualTo(201);
            assertThat(answer.body()).isEqualTo(receipt);
        } else if (point.isInDoubt()) {
            // The failure of a commit is the caller's own, where the commit is.
            assertThat(answer.statusCode()).as(answer.body()).isEqualTo(path.equals("/purchases") ? 503 : 500);
        } else {
            assertThat(answer.statusCode())
                    .as("the handler's own failure, or ours")
                    .isIn(500, 503);
        }
    }

    private HttpResponse<String> ask(int port) throws IOException, InterruptedException {
        HttpResponse<String> answer = http.send(purchase(port, 0, false), BodyHandlers.ofString());
        // A connection of the pool that is gone is the caller's own failure as well.
        assertThat(answer.statusCode()).as(answer.body()).isIn(201, 409, path.equals("/purchases") ? 503 : 500);
        return answer;
    }

    private HttpRequest purchase(int port, int door, boolean callbacks) {
        return HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path + "?item=" + key))
                .timeout(Duration.ofSeconds(30))
                .header("Idempotency-Key", key)
                .header("Door", String.valueOf(door))
                .header("Callbacks", String.valueOf(callbacks))
                .POST(BodyPublishers.noBody())
                .build();
    }

    private static boolean isReplay(HttpResponse<String> answer) {
        return answer.headers().firstValue("Idempotency-Replayed").isPresent();
    }

    private static int portOfSurvivor() {
        return ((WebServerApplicationContext) survivor).getWebServer().getPort();
    }

    private List<String> receipts() {
        return jdbc("SELECT receipt FROM purchase WHERE item = ?")
                .query(String.class)
                .list();
    }

    private int records() {
        return jdbc("SELECT count(*) FROM idempotency_record WHERE key = ?")
                .query(Integer.class)
                .single();
    }

    private JdbcClient.StatementSpec jdbc(String sql) {
        return JdbcClient.create(DATABASE.dataSource()).sql(sql).param(key);
    }
}
