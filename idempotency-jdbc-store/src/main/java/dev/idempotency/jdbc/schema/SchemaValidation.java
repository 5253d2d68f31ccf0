package dev.idempotency.jdbc.schema;

import dev.idempotency.jdbc.TableName;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.springframework.jdbc.core.simple.JdbcClient;

/** Finds what the table lacks, by the catalogue alone. */
final class SchemaValidation {

    private static final List<String> COLUMNS = List.of(
            "scope",
            "key",
            "token",
            "lease_until",
            "created_at",
            "finished_at",
            "expires_at",
            "reap_at",
            "reconcile_at",
            "reconcile_attempts",
            "response_version",
            "response_status",
            "take_over",
            "state",
            "operation",
            "owner",
            "fingerprint",
            "last_error",
            "response_headers",
            "response_body",
            "decided_at");

    private static final List<String> INDEXED = List.of("reap_at", "lease_until", "reconcile_at");

    private static final String SCHEMA_EXISTS = """
        SELECT EXISTS (SELECT FROM pg_namespace WHERE nspname = :schema)
        """;
    private static final String MAY_USE_SCHEMA = """
        SELECT has_schema_privilege(:schema, 'USAGE')
        """;
    private static final String TABLE_EXISTS = """
        SELECT to_regclass(:table) IS NOT NULL
        """;
    private static final String FOUND_COLUMNS = """
        SELECT attname
        FROM pg_attribute
        WHERE attrelid = to_regclass(:table) AND attnum > 0 AND NOT attisdropped
        """;
    private static final String FOUND_UNIQUE = """
        SELECT EXISTS (
            SELECT
            FROM pg_index
            WHERE indrelid = to_regclass(:table) AND indisunique AND indisvalid AND indpred IS NULL
                AND ARRAY['scope', 'key']::name[] = ARRAY(
                    SELECT attname
                    FROM unnest(indkey) WITH ORDINALITY AS part (number, position)
                    JOIN pg_attribute ON attrelid = indrelid AND attnum = part.number
                    ORDER BY part.position))
        """;
    private static final String FOUND_INDEXED = """
        SELECT attname
        FROM pg_index
        JOIN pg_attribute ON attrelid = indrelid AND attnum = indkey[0]
        WHERE indrelid = to_regclass(:table) AND indisvalid
        """;
    private static final String DECISIONS_ARE_USABLE = """
        SELECT has_table_privilege(to_regclass(:decisions), 'SELECT') AND has_table_privilege(to_regclass(:decisions), 'INSERT')
        """;
    private static final String DECISIONS_EXIST = """
        SELECT to_regclass(:decisions) IS NOT NULL
        """;
    private static final String LACKING_PRIVILEGES = """
        SELECT privilege
        FROM unnest(ARRAY['SELECT', 'INSERT', 'UPDATE', 'DELETE']) AS privilege
        WHERE NOT has_table_privilege(to_regclass(:table), privilege)
        """;

    private final JdbcClient database;
    private final TableName table;

    SchemaValidation(DataSource dataSource, TableName table) {
        this.database = JdbcClient.create(dataSource);
        this.table = table;
    }

    void run() {
        List<String> missing = missing();
        if (!missing.isEmpty()) {
            throw new SchemaException.Missing(table, missing);
        }
    }

    private List<String> missing() {
        String schema = table.schema();
        if (schema != null && !ofSchema(SCHEMA_EXISTS, schema)) {
            return List.of("schema " + schema);
        }
        if (schema != null && !ofSchema(MAY_USE_SCHEMA, schema)) {
            return List.of("privilege USAGE on schema " + schema);
        }
        if (!isTrue(TABLE_EXISTS)) {
            return List.of("table " + table);
        }
        List<String> missing = new ArrayList<>(absent(COLUMNS, FOUND_COLUMNS, "column "));
        if (!isTrue(FOUND_UNIQUE)) {
            missing.add("primary key (scope, key)");
        }
        missing.addAll(absent(INDEXED, FOUND_INDEXED, "index on "));
        names(LACKING_PRIVILEGES).map(name -> "privilege " + name).forEach(missing::add);
        missing.addAll(missingDecisions());
        return missing;
    }

    private List<String> absent(List<String> wanted, String found, String kind) {
        Set<String> there = Set.copyOf(names(found).toList());
        return wanted.stream()
                .filter(name -> !there.contains(name))
                .map(name -> kind + name)
                .toList();
    }

    private Stream<String> names(String sql) {
        return database.sql(sql).param("table", table.sql()).query(String.class).list().stream();
    }

    private boolean isTrue(String sql) {
        return database.sql(sql)
                .param("table", table.sql())
                .query(Boolean.class)
                .single();
    }

    private List<String> missingDecisions() {
        if (!ofDecisions(DECISIONS_EXIST)) {
            return List.of("table " + table.decisionsSql());
        }
        return ofDecisions(DECISIONS_ARE_USABLE)
                ? List.of()
                : List.of("privileges SELECT and INSERT on " + table.decisionsSql());
    }

    private boolean ofDecisions(String question) {
        return database.sql(question)
                .param("decisions", table.decisionsSql())
                .query(Boolean.class)
                .single();
    }

    private boolean ofSchema(String sql, String schema) {
        return database.sql(sql).param("schema", schema).query(Boolean.class).single();
    }
}
