package dev.idempotency.jdbc;

import static dev.idempotency.test.Requests.granted;
import static dev.idempotency.test.Requests.request;
import static dev.idempotency.test.Requests.response;
import static org.assertj.core.api.Assertions.assertThat;

import dev.idempotency.core.record.RecordId;
import dev.idempotency.core.store.GrantedRun;
import dev.idempotency.core.store.IdempotencyStore.Unresolved;
import dev.idempotency.core.store.StoreException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.springframework.dao.DataAccessException;

/**
 * Writes rows that this version would never write, as far as the table takes them, and reads them: each is a record, or the store
 * was not reached, and an operator sees all that are unknown. The table is written to by more than one version, and by people.
 */
class RecordRowFuzzTest {

    private static final int ROWS = 500;

    /** Columns, and what each may come to hold. */
    private static final List<List<String>> COLUMNS = List.of(
            List.of("state", "'in_progress'", "'completed'", "'failed_retryable'", "'unknown'", "'expired'"),
            List.of("token", "-1", "0", "9223372036854775807"),
            List.of("owner", "''", "repeat('x', 255)", "E'\\n'"),
            List.of("operation", "''", "E'\\x1b[2J'"),
            List.of("fingerprint", "''", "'\\x00'", "sha256('x')", "sha512('x')"),
            List.of("lease_until", "'infinity'", "'-infinity'", "'294276-12-31'", "'4713-01-01 BC'", "now()"),
            List.of("created_at", "'infinity'", "'-infinity'", "now()"),
            List.of("finished_at", "NULL", "'infinity'", "'-infinity'"),
            List.of("expires_at", "'infinity'", "'-infinity'", "now() + interval '1 day'"),
            List.of("reconcile_at", "NULL", "'infinity'", "'-infinity'", "now()"),
            List.of("reconcile_attempts", "-1", "2147483647"),
            List.of("response_version", "NULL", "-1", "0", "1", "2", "32767"),
            List.of("response_status", "NULL", "-1", "99", "200", "600"),
            List.of(
                    "response_headers",
                    "NULL",
                    "'{}'",
                    "ARRAY['odd']",
                    "ARRAY['Name', NULL]",
                    "ARRAY[NULL, 'value']",
                    "ARRAY['', '']",
                    "ARRAY['Name', E'two\\r\\nlines']",
                    "ARRAY[ARRAY['a', 'b'], ARRAY['c', 'd']]"),
            List.of("response_body", "NULL", "''", "'\\xff00'"),
            List.of("last_error", "NULL", "''", "E'\\n'"));

    @Test
    void whatever_a_row_holds_it_is_a_record_or_the_store_was_not_reached() {
        Integer minutes = Integer.getInteger("fuzz.minutes");
        Random random = new Random(Long.getLong("fuzz.seed", minutes == null ? 1 : System.nanoTime()));
        long end = System.nanoTime()
                + Duration.ofMinutes(minutes == null ? 0 : minutes).toNanos();
        try (TestStore table = TestStore.create()) {
            RecordId id = request("fuzzed").id();
            int taken = 0;
            while (taken < ROWS || System.nanoTime() < end) {
                if (taken == 0 || random.nextBoolean()) {
                    beginAgain(table, random.nextBoolean());
                }
                String change = change(random);
                if (isTaken(table, change)) {
                    taken++;
                    read(table.store(), id, change);
                }
            }
        }
    }

    /**
     * A row with several things wrong is refused for the first of them: the others would hardly ever be read. Nor would a completed
     * row ever become an unknown one, as the table wants several columns to change together.
     */
    private static void beginAgain(TestStore table, boolean known) {
        table.database().execute("DELETE FROM idempotency_record");
        GrantedRun run = granted(table.store(), request("fuzzed"));
        if (known) {
            run.complete(response("done"));
        } else {
            run.markUnknown("Timeout");
        }
    }

    private static String change(Random random) {
        StringBuilder change = new StringBuilder("UPDATE idempotency_record SET ");
        for (int i = 1 + random.nextInt(4); i > 0; i--) {
            List<String> column = COLUMNS.get(random.nextInt(COLUMNS.size()));
            if (change.indexOf(" " + column.get(0) + " =") < 0) {
                change.append(change.charAt(change.length() - 2) == 'T' ? "" : ", ")
                        .append(' ')
                        .append(column.get(0))
                        .append(" = ")
                        .append(column.get(1 + random.nextInt(column.size() - 1)));
            }
        }
        return change.toString();
    }

    /** The table's own constraints refuse many. */
    private static boolean isTaken(TestStore table, String change) {
        try {
            return table.sql().sql(change).update() > 0;
        } catch (DataAccessException e) {
            return false;
        }
    }

    private static void read(JdbcIdempotencyStore store, RecordId id, String change) {
        tried(change, () -> store.find(id));
        tried(change, () -> store.look(request("fuzzed")));
        for (Unresolved which : Unresolved.values()) {
            assertThat(store.listUnknown(which, Optional.empty(), 10))
                    .as(change)
                    .hasSize(store.countUnknown(which, 10));
        }
        tried(change, () -> store.claimUnknown(10, Duration.ofNanos(1_000)));
        tried(change, store::count);
    }

    private static void tried(String change, Runnable read) {
        try {
            read.run();
        } catch (StoreException e) {
            // As it should be.
        } catch (RuntimeException e) {
            throw new AssertionError("Failed after " + change, e);
        }
    }
}
