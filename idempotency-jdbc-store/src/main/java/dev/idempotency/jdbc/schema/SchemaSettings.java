package dev.idempotency.jdbc.schema;

import dev.idempotency.jdbc.TableName;
import java.util.Objects;

/** Which table holds the records, and who makes and changes it. */
public record SchemaSettings(TableName table, SchemaMode mode) {

    public SchemaSettings {
        Objects.requireNonNull(table, "table");
        Objects.requireNonNull(mode, "mode");
    }

    /** The name of the table in which Flyway keeps what it has done: one for each table of records. */
    public String historyTable() {
        return table.name() + "_schema_history";
    }
}
