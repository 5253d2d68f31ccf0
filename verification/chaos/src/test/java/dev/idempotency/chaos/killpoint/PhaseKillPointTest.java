package dev.idempotency.chaos.killpoint;

import static org.assertj.core.api.Assertions.assertThat;

import dev.idempotency.testbed.Database;
import dev.idempotency.testbed.TcpProxy.OnSight;
import dev.idempotency.testbed.Trap;
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
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.web.server.context.WebServerApplicationContext;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.jdbc.core.simple.JdbcClient;

/**
 * A request in three phases, ended in three ways at each of its statements, before and after. Whatever is ended, and wherever:
 * the retry goes on, on another process after SIGKILL, and each phase has had its effect once.
 */
class PhaseKillPointTest {

    private static final Duration SOON = Duration.ofSeconds(30);

    private static final Database DATABASE = Database.create();

    private static ConfigurableApplicationContext survivor;
    private static Victim victim;

    private final HttpClient http =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private final String key = UUID.randomUUID().toString();

    @BeforeAll
    static void start(@TempDir Path directory) {
        DATABASE.execute("""
            CREATE TABLE purchase (item text, receipt text);
            CREATE TABLE ride (id text PRIMARY KEY, destination text);
            CREATE TABLE charge (key text PRIMARY KEY, destination text, calls integer NOT NULL DEFAULT 1);
            CREATE TABLE receipt (ride text, charge text, destination text)""");
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
    @CsvSource(delimiter = '|', textBlock = """
            INSERT INTO ride              | HOLD_BEFORE
            INSERT INTO ride              | HOLD_AFTER
            'local', 'done'               | HOLD_BEFORE
            'local', 'done'               | HOLD_AFTER
            COMMIT                        | HOLD_BEFORE
            COMMIT                        | HOLD_AFTER
            'external'                    | HOLD_BEFORE
            'external'                    | HOLD_AFTER
            INSERT INTO charge            | HOLD_BEFORE
            INSERT INTO charge            | HOLD_AFTER
            external_id =                 | HOLD_BEFORE
            external_id =                 | HOLD_AFTER
            INSERT INTO receipt           | HOLD_BEFORE
            INSERT INTO receipt           | HOLD_AFTER
            SET state = 'completed'       | HOLD_BEFORE
            SET state = 'completed'       | HOLD_AFTER
            """, quoteCharacter = '~')
    void wherever_it_is_struck_the_retry_goes_on_and_each_phase_has_its_effect_once(String statement, OnSight side)
            throws Exception {
        for (KillKind kind : KillKind.values()) {
            struck(statement, side, kind);
        }
    }

    private void struck(String statement, OnSight side, KillKind kind) throws Exception {
        String name = key + '-' + kind;
        victim.awaitReady();
        CompletableFuture<HttpResponse<String>> first;
        Trap trap = victim.network().when(statement, side);
        try {
            first = http.sendAsync(ride(victim.port(), name), BodyHandlers.ofString());
            trap.await(Duration.ofSeconds(20));
            strike(kind, side);
        } finally {
            trap.release();
        }
        HttpResponse<String> retry =
                Awaitility.await().atMost(SOON).until(() -> afterTheLease(name), answer -> answer.statusCode() == 201);
        HttpResponse<String> again = http.send(ride(portOfSurvivor(), name), BodyHandlers.ofString());

        String where = kind + " at " + statement + " " + side;
        assertThat(again.body()).as(where).isEqualTo(retry.body());
        assertThat(again.headers().firstValue("Idempotency-Replayed")).as(where).contains("true");
        List<String> rides = texts("SELECT id FROM ride WHERE destination = ?", name);
        List<String> charges = texts("SELECT key FROM charge WHERE destination = ?", name);
        assertThat(rides).as(where).hasSize(1);
        assertThat(charges).as(where).hasSize(1);
        assertThat(texts("SELECT ride || ' paid by ' || charge FROM receipt WHERE destination = ?", name))
                .as(where)
                .containsExactly(retry.body());
        assertThat(retry.body()).as(where).isEqualTo(rides.get(0) + " paid by " + charges.get(0));
        if (kind.isDeadly()) {
            assertThat(first).failsWithin(SOON);
        } else {
            HttpResponse<String> answer = first.get(SOON.toSeconds(), TimeUnit.SECONDS);
            assertThat(answer.statusCode() >= 400 || answer.body().equals(retry.body()))
                    .as(where + ": " + answer.body())
                    .isTrue();
        }
    }

    private static void strike(KillKind kind, OnSight side) {
        switch (kind) {
            case SIGKILL -> victim.kill();
            case CUT_CONNECTION -> victim.network().cut();
            case TERMINATED_BACKEND -> {
                victim.terminateSessions();
                if (side == OnSight.HOLD_AFTER) {
                    // The backend had answered already: what is held must not be heard any more.
                    victim.network().cut();
                }
            }
        }
    }

    /** Nobody waits for the lease here. */
    private HttpResponse<String> afterTheLease(String name) throws IOException, InterruptedException {
        JdbcClient.create(DATABASE.dataSource())
                .sql(
                        "UPDATE idempotency_record SET lease_until = clock_timestamp() WHERE key = ? AND state = 'in_progress'")
                .param(name)
                .update();
        HttpResponse<String> answer = http.send(ride(portOfSurvivor(), name), BodyHandlers.ofString());
        assertThat(answer.statusCode()).as(answer.body()).isIn(201, 409, 500, 503);
        return answer;
    }

    private static HttpRequest ride(int port, String name) {
        return HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + "/rides?to=" + name))
                .timeout(Duration.ofSeconds(60))
                .header("Idempotency-Key", name)
                .POST(BodyPublishers.noBody())
                .build();
    }

    private static int portOfSurvivor() {
        return ((WebServerApplicationContext) survivor).getWebServer().getPort();
    }

    private static List<String> texts(String sql, String name) {
        return JdbcClient.create(DATABASE.dataSource())
                .sql(sql)
                .param(name)
                .query(String.class)
                .list();
    }
}
