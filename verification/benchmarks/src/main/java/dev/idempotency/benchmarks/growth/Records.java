package dev.idempotency.benchmarks.growth;

import dev.idempotency.core.fingerprint.Fingerprint;
import dev.idempotency.core.internal.maintenance.Reaper;
import dev.idempotency.core.key.IdempotencyKey;
import dev.idempotency.core.record.Header;
import dev.idempotency.core.record.RecordId;
import dev.idempotency.core.record.RecordedAnswer;
import dev.idempotency.core.scope.Scope;
import dev.idempotency.core.store.IdempotencyStore;
import dev.idempotency.core.store.OnLapsedLease;
import dev.idempotency.core.store.Reservation;
import dev.idempotency.core.store.ReservationRequest;
import dev.idempotency.jdbc.JdbcIdempotencyStore;
import dev.idempotency.jdbc.JdbcStoreSettings;
import dev.idempotency.jdbc.TableName;
import dev.idempotency.jdbc.schema.SchemaInitializer;
import dev.idempotency.jdbc.schema.SchemaMode;
import dev.idempotency.jdbc.schema.SchemaSettings;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.HexFormat;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.ThreadLocalRandom;
import javax.sql.DataSource;
import org.springframework.jdbc.core.JdbcTemplate;

/** A table of records, and what is done with it. */
final class Records {

    /** What the starter's reaper ends in one step, and in a second at most. */
    private static final int BATCH = 500;

    private static final int PER_SECOND = 2_000;

    private static final Duration DAY = Duration.ofDays(1);
    private static final Fingerprint FINGERPRINT =
            Fingerprint.ofBytes(HexFormat.of().parseHex("ab".repeat(33)));
    private static final byte[] BODY =
            "{\"id\":1,\"note\":\"%s\"}".formatted("x".repeat(180)).getBytes(StandardCharsets.US_ASCII);

    private final String name;
    private final JdbcTemplate jdbc;
    private final JdbcIdempotencyStore store;

    Records(DataSource dataSource, String name) {
        this.name = name;
        this.jdbc = new JdbcTemplate(dataSource);
        TableName table = TableName.of(name);
        new SchemaInitializer(dataSource, new SchemaSettings(table, SchemaMode.MIGRATE)).initialize();
        this.store = new JdbcIdempotencyStore(dataSource, JdbcStoreSettings.of(table));
    }

    /** Indexes are made afterwards, as that takes a fraction of the time. */
    void fill(long count) {
        List<String> indexes = jdbc.queryForList(
                "SELECT indexdef FROM pg_indexes WHERE tablename = ? AND indexname <> ?",
                String.class,
                name,
                name + "_pkey");
        jdbc.queryForList(
                        "SELECT indexname FROM pg_indexes WHERE tablename = ? AND indexname <> ?",
                        String.class,
                        name,
                        name + "_pkey")
                .forEach(index -> jdbc.execute("DROP INDEX " + index));
        jdbc.execute("ALTER TABLE " + name + " DROP CONSTRAINT " + name + "_pkey");
        jdbc.execute("""
            INSERT INTO %s (scope, key, token, lease_until, created_at, finished_at, expires_at, reap_at,
                state, operation, owner, fingerprint, response_version, response_status, response_headers, response_body)
            SELECT 'grown', md5(n::text), 1, now(), now(), now(), now() + interval '1 day', now() + interval '1 day',
                'completed', 'POST /orders', 'owner', decode(repeat('ab', 33), 'hex'), 1, 201,
                '{Content-Type,application/json}', decode(repeat('61', 200), 'hex')
            FROM generate_series(1, %d) AS n
            """.formatted(name, count));
        jdbc.execute("ALTER TABLE " + name + " ADD CONSTRAINT " + name + "_pkey PRIMARY KEY (scope, key)");
        indexes.forEach(jdbc::execute);
        jdbc.execute("VACUUM ANALYZE " + name);
    }

    /** Lets so many expire in every second to come, for so many seconds. */
    void expire(int perSecond, int seconds) {
        jdbc.execute("""
            UPDATE %1$s AS record
            SET expires_at = due.at, reap_at = due.at
            FROM (SELECT md5(n::text) AS key, clock_timestamp() + n * interval '1 second' / %2$d AS at
                FROM generate_series(1, %3$d) AS n) AS due
            WHERE record.scope = 'grown' AND record.key = due.key
            """.formatted(name, perSecond, perSecond * seconds));
    }

    long overdue() {
        Long count =
                jdbc.queryForObject("SELECT count(*) FROM " + name + " WHERE reap_at <= clock_timestamp()", Long.class);
        return count == null ? 0 : count;
    }

    /** A new key, from the reservation to the completion. */
    void reserveAndComplete() {
        ReservationRequest request = request("new", UUID.randomUUID().toString());
        if (!(store.reserve(request) instanceof Reservation.Granted granted)) {
            throw new IllegalStateException("A new key was there already");
        }
        granted.run().complete(RecordedAnswer.of(201, List.of(new Header("Content-Type", "application/json")), BODY));
    }

    /** Any of the keys from the first to the last that the table was filled with. */
    void replay(long first, long last) {
        long number = ThreadLocalRandom.current().nextLong(first, last + 1);
        if (store.look(request("grown", md5(Long.toString(number)))).isEmpty()) {
            throw new IllegalStateException("A record is missing");
        }
    }

    Reaper reaper() {
        return new Reaper(store, IdempotencyStore.Reaping.DELETE, BATCH, PER_SECOND);
    }

    private static ReservationRequest request(String scope, String key) {
        return new ReservationRequest(
                new RecordId(Scope.restore(scope), new IdempotencyKey(key)),
                "POST /orders",
                FINGERPRINT,
                UUID.randomUUID().toString(),
                Duration.ofMinutes(1),
                DAY,
                OnLapsedLease.UNKNOWN);
    }

    private static String md5(String text) {
        try {
            return HexFormat.of()
                    .formatHex(MessageDigest.getInstance("MD5").digest(text.getBytes(StandardCharsets.US_ASCII)));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has MD5", e);
        }
    }
}
