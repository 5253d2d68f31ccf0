package dev.idempotency.jdbc.internal.schema;

import dev.idempotency.jdbc.TableName;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import javax.sql.DataSource;
import org.springframework.jdbc.core.simple.JdbcClient;

/**
 * Finds settings under which the database may forget what it has committed. A forgotten record is work done twice: nothing
 * can be promised beyond what the database remembers.
 */
public final class DurabilityCheck {

    private static final String STATE = """
        SELECT current_setting('fsync') AS fsync,
            current_setting('synchronous_commit') AS synchronous_commit,
            pg_is_in_recovery() AS recovering,
            coalesce((SELECT relpersistence::text FROM pg_class WHERE oid = to_regclass(:table)), 'p') AS persistence,
            current_setting('server_version_num')::int < 140000 AS too_old
        """;

    private final JdbcClient database;
    private final TableName table;

    public DurabilityCheck(DataSource dataSource, TableName table) {
        this.database = JdbcClient.create(dataSource);
        this.table = table;
    }

    /** One sentence for each finding; none when all is well. */
    public List<String> warnings() {
        Map<String, Object> state =
                database.sql(STATE).param("table", table.sql()).query().singleRow();
        List<String> warnings = new ArrayList<>();
        if ("off".equals(state.get("fsync"))) {
            warnings.add("fsync is off: a crash of the server may lose or damage records");
        }
        if ("off".equals(state.get("synchronous_commit"))) {
            warnings.add("synchronous_commit is off: a crash of the server loses the last records, and their work is"
                    + " done again");
        }
        if (Boolean.TRUE.equals(state.get("recovering"))) {
            warnings.add("The server is a standby in recovery: nothing can be written, every request is refused");
        }
        if (!"p".equals(state.get("persistence"))) {
            warnings.add("The table " + table + " is not a permanent, logged one: a crash of the server empties it");
        }
        if (Boolean.TRUE.equals(state.get("too_old"))) {
            warnings.add("The server is older than PostgreSQL 14, with which nothing has been tested");
        }
        return warnings;
    }
}
