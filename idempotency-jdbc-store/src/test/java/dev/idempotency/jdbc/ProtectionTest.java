package dev.idempotency.jdbc;

import static dev.idempotency.test.Requests.BY_HAND;
import static dev.idempotency.test.Requests.RETENTION;
import static dev.idempotency.test.Requests.granted;
import static dev.idempotency.test.Requests.request;
import static dev.idempotency.test.Requests.retry;
import static org.assertj.core.api.Assertions.assertThat;

import dev.idempotency.core.atrest.CipherKeys;
import dev.idempotency.core.atrest.ResponseProtection;
import dev.idempotency.core.atrest.StoredKeyMapper;
import dev.idempotency.core.internal.atrest.AesGcmCodec;
import dev.idempotency.core.internal.atrest.HashingKeyMapper;
import dev.idempotency.core.key.IdempotencyKey;
import dev.idempotency.core.record.Header;
import dev.idempotency.core.record.RecordId;
import dev.idempotency.core.record.RecordedAnswer;
import dev.idempotency.core.store.GrantedRun;
import dev.idempotency.core.store.IdempotencyStore;
import dev.idempotency.core.store.Reservation;
import dev.idempotency.core.store.ReservationRequest;
import dev.idempotency.core.store.Resolution;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ProtectionTest {

    static final RecordedAnswer ANSWER = RecordedAnswer.of(
            201,
            List.of(new Header("Content-Type", "application/json"), new Header("Location", "/marked-header")),
            "{\"card\":\"marked-body\"}".getBytes(StandardCharsets.UTF_8));

    private final TestStore table = TestStore.create();
    private final IdempotencyStore plain = table.store();
    private final IdempotencyStore encrypted = store("k1", "k1");

    @BeforeEach
    void empty() {
        table.database().execute("TRUNCATE idempotency_record, idempotency_record_decision");
    }

    @AfterAll
    void stop() {
        table.close();
    }

    @Test
    void marked_values_are_nowhere_in_a_dump_of_the_table() {
        StoredKeyMapper naming = new HashingKeyMapper(new byte[32]);
        granted(encrypted, named(naming, "marked-key-1")).complete(ANSWER);
        granted(encrypted, named(naming, "marked-key-2")).complete(withoutBody());
        resolved(encrypted, named(naming, "marked-key-3"));

        TableDump dump = TableDump.of(table.database());

        assertThat(dump.contains("POST /orders"))
                .as("the dump has something in it")
                .isTrue();
        assertThat(dump.contains("marked")).isFalse();
        granted(plain, request("marked-key-4")).complete(ANSWER);
        assertThat(TableDump.of(table.database()).contains("marked-body")).isTrue();
        assertThat(TableDump.of(table.database()).contains("marked-key-4")).isTrue();
    }

    @Test
    void an_encrypted_answer_is_replayed_byte_by_byte() {
        ReservationRequest first = request("first");
        granted(encrypted, first).complete(ANSWER);
        ReservationRequest second = request("second");
        resolved(encrypted, second);

        assertReplayed(encrypted, first);
        assertReplayed(encrypted, second);
        assertThat(encrypted.look(retry(first))).containsInstanceOf(Reservation.Replay.class);
        assertThat(encrypted.find(first.id()).orElseThrow().response()).isEqualTo(ANSWER);
    }

    @Test
    void an_answer_without_a_body_stays_one() {
        ReservationRequest request = request("streamed");
        granted(encrypted, request).complete(withoutBody());

        assertUnavailable(encrypted, request);
    }

    @Test
    void what_was_stored_before_encryption_was_switched_on_is_still_replayed() {
        ReservationRequest request = request("old");
        granted(plain, request).complete(ANSWER);

        assertReplayed(encrypted, request);
    }

    @Test
    void after_a_rotation_old_answers_are_replayed_and_without_the_old_key_they_are_not() {
        ReservationRequest request = request("rotated");
        granted(encrypted, request).complete(ANSWER);

        assertReplayed(store("k2", "k1", "k2"), request);
        assertUnavailable(store("k2", "k2"), request);
        assertUnavailable(plain, request);
        assertReplayed(encrypted, request);
    }

    @Test
    void a_flipped_byte_is_neither_replayed_nor_run_again() {
        ReservationRequest request = request("flipped");
        granted(encrypted, request).complete(ANSWER);
        int length = table.sql()
                .sql("SELECT length(response_body) FROM idempotency_record")
                .query(Integer.class)
                .single();

        for (int at = 0; at < length; at += 5) {
            flip(at);
            assertUnavailable(encrypted, request);
            flip(at);
        }
        assertReplayed(encrypted, request);
    }

    @Test
    void an_answer_cannot_be_moved_to_another_key_caller_run_or_status() {
        ReservationRequest mine = request("mine");
        granted(encrypted, mine).complete(ANSWER);
        for (ReservationRequest other :
                List.of(request("hers"), request("sister", "mine", "body"), request("longer"))) {
            granted(encrypted, other).complete(ANSWER);
            table.database().execute("""
                    UPDATE idempotency_record SET (response_body, token) =
                        (SELECT response_body, token FROM idempotency_record WHERE scope = 'tester' AND key = 'mine')
                    """);
            assertUnavailable(encrypted, other);
        }
        assertReplayed(encrypted, mine);
        table.database().execute("UPDATE idempotency_record SET token = token + 1");
        assertUnavailable(encrypted, mine);
        table.database().execute("UPDATE idempotency_record SET token = token - 1, response_status = 200");
        assertThat(encrypted.reserve(retry(mine))).isInstanceOf(Reservation.ResponseUnavailable.class);
    }

    private void flip(int at) {
        table.database()
                .execute("UPDATE idempotency_record SET response_body ="
                        + " set_byte(response_body, %1$d, get_byte(response_body, %1$d) # 16)".formatted(at));
    }

    static void resolved(IdempotencyStore store, ReservationRequest request) {
        GrantedRun run = granted(store, request);
        run.markUnknown("timeout");
        store.resolve(
                run.lease().id(),
                run.lease().token(),
                new Resolution.Completed(ANSWER, RETENTION),
                Optional.of(BY_HAND));
    }

    static void assertReplayed(IdempotencyStore store, ReservationRequest request) {
        assertThat(store.reserve(retry(request)))
                .isInstanceOfSatisfying(
                        Reservation.Replay.class,
                        replay -> assertThat(replay.response()).isEqualTo(ANSWER));
    }

    static void assertUnavailable(IdempotencyStore store, ReservationRequest request) {
        assertThat(store.reserve(retry(request)))
                .isInstanceOfSatisfying(
                        Reservation.ResponseUnavailable.class,
                        unavailable -> assertThat(unavailable.code()).isEqualTo(201));
    }

    private static RecordedAnswer withoutBody() {
        return RecordedAnswer.withoutBody(201, ANSWER.headers());
    }

    private static ReservationRequest named(StoredKeyMapper naming, String key) {
        ReservationRequest asked = request(key);
        RecordId name = naming.nameOf(new RecordId(asked.id().scope(), new IdempotencyKey(key)));
        return new ReservationRequest(
                name,
                asked.operation(),
                asked.fingerprint(),
                asked.owner(),
                asked.lease(),
                asked.retention(),
                asked.onLapsedLease());
    }

    private IdempotencyStore store(String active, String... ids) {
        return new JdbcIdempotencyStore(table.dataSource(), JdbcStoreSettings.defaults(), protection(active, ids));
    }

    static ResponseProtection protection(String active, String... ids) {
        return new ResponseProtection(codec(active, ids));
    }

    static AesGcmCodec codec(String active, String... ids) {
        Map<String, byte[]> keys = Stream.of(ids)
                .collect(Collectors.toMap(id -> id, id -> Arrays.copyOf(id.getBytes(StandardCharsets.UTF_8), 32)));
        return new AesGcmCodec(CipherKeys.of(active, keys));
    }
}
