package dev.idempotency.jdbc.schema;

import dev.idempotency.jdbc.TableName;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import javax.sql.DataSource;
import org.springframework.jdbc.core.simple.JdbcClient;

/** Finds what the tables lack, by the catalogue alone. */
final class SchemaValidation {

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

    /** The columns of each index without a condition that lets no two rows be the same, as a text. */
    private static final String FOUND_KEYS = """
        SELECT array_to_string(ARRAY(
            SELECT attname
            FROM unnest(indkey) WITH ORDINALITY AS part (number, position)
            JOIN pg_attribute ON attrelid = indrelid AND attnum = part.number
            ORDER BY part.position), ', ')
        FROM pg_index
        WHERE indrelid = to_regclass(:table) AND indisunique AND indisvalid AND indpred IS NULL
        """;

    private static final String FOUND_INDEXED = """
        SELECT attname
        FROM pg_index
        JOIN pg_attribute ON attrelid = indrelid AND attnum = indkey[0]
        WHERE indrelid = to_regclass(:table) AND indisvalid
        """;
    private static final String FOUND_UNIQUE = FOUND_INDEXED + " AND indisunique AND indnkeyatts = 1";
    private static final String FOUND_PRIVILEGES = """
        SELECT privilege
        FROM unnest(ARRAY['SELECT', 'INSERT', 'UPDATE', 'DELETE']) AS privilege
        WHERE has_table_privilege(to_regclass(:table), privilege)
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
        ExpectedTable records = ExpectedTable.records(table);
        if (!exists(records)) {
            return List.of("table " + table);
        }
        List<String> missing = new ArrayList<>(missingIn(records));
        for (ExpectedTable beside : ExpectedTable.besideRecords(table)) {
            if (exists(beside)) {
                missingIn(beside).stream()
                        .map(part -> part + " of table " + beside.sql())
                        .forEach(missing::add);
            } else {
                missing.add("table " + beside.sql());
            }
        }
        return missing;
    }

    private List<String> missingIn(ExpectedTable expected) {
        List<String> missing = new ArrayList<>(absent(expected, expected.columns(), FOUND_COLUMNS, "column "));
        if (!expected.key().isEmpty()) {
            String key = String.join(", ", expected.key());
            if (!names(FOUND_KEYS, expected).contains(key)) {
                missing.add("primary key (" + key + ")");
            }
        }
        missing.addAll(absent(expected, expected.indexed(), FOUND_INDEXED, "index on "));
        missing.addAll(absent(expected, expected.unique(), FOUND_UNIQUE, "unique index on "));
        missing.addAll(absent(expected, expected.privileges(), FOUND_PRIVILEGES, "privilege "));
        return missing;
    }

    private List<String> absent(ExpectedTable expected, List<String> wanted, String found, String kind) {
        Set<String> there = names(found, expected);
        return wanted.stream()
                .filter(name -> !there.contains(name))
                .map(name -> kind + name)
                .toList();
    }

    private Set<String> names(String sql, ExpectedTable expected) {
        return Set.copyOf(database.sql(sql)
                .param("table", expected.sql())
                .query(String.class)
                .list());
    }

    private boolean exists(ExpectedTable expected) {
        return database.sql(TABLE_EXISTS)
                .param("table", expected.sql())
                .query(Boolean.class)
                .single();
    }

    private boolean ofSchema(String sql, String schema) {
        return database.sql(sql).param("schema", schema).query(Boolean.class).single();
    }
}
