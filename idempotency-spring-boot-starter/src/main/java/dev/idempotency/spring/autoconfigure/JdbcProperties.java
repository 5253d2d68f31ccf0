package dev.idempotency.spring.autoconfigure;

import dev.idempotency.jdbc.JdbcStoreSettings;
import dev.idempotency.jdbc.TableName;
import dev.idempotency.jdbc.schema.SchemaMode;
import dev.idempotency.jdbc.schema.SchemaSettings;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * The store in the database.
 *
 * @param schema Who makes and changes the table.
 * @param schemaName Schema of the database in which the table is; if not set, the connection's search path decides.
 * @param tableName Name of the table.
 * @param lockTimeout How long a statement waits for a row that another transaction has locked.
 * @param queryTimeout How long any statement may take, in whole seconds.
 */
@ConfigurationProperties("idempotency.jdbc")
public record JdbcProperties(
        @DefaultValue("migrate") SchemaMode schema,
        @Nullable String schemaName,
        @DefaultValue("idempotency_record") String tableName,
        @DefaultValue("1s") Duration lockTimeout,
        @DefaultValue("10s") Duration queryTimeout) {

    /** Checks names and times. */
    public JdbcProperties {
        new JdbcStoreSettings(new TableName(schemaName, tableName), lockTimeout, queryTimeout);
    }

    JdbcStoreSettings store() {
        return new JdbcStoreSettings(table(), lockTimeout, queryTimeout);
    }

    SchemaSettings schemaSettings() {
        return new SchemaSettings(table(), schema);
    }

    private TableName table() {
        return new TableName(schemaName, tableName);
    }
}
