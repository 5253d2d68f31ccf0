package dev.idempotency.jdbc.schema;

import dev.idempotency.jdbc.TableName;
import java.sql.Types;
import java.util.Map;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import javax.sql.DataSource;
import org.flywaydb.core.Flyway;
import org.flywaydb.core.api.FlywayException;
import org.flywaydb.core.api.configuration.FluentConfiguration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.jdbc.core.simple.JdbcClient;

/**
 * Makes and changes the table by Flyway, beside whatever an application does with Flyway itself: other scripts, another
 * history. The only class that needs Flyway; nothing of it is left afterwards.
 */
final class FlywayMigration {

    private static final Logger log = LoggerFactory.getLogger(FlywayMigration.class);

    /** Flyway itself would try ten times, a second apart. */
    private static final String CANNOT_BEGIN = """
        SELECT EXISTS (
            SELECT
            FROM pg_namespace
            WHERE nspname = coalesce(:schema, current_schema()) AND NOT has_schema_privilege(oid, 'CREATE')
                AND NOT EXISTS (SELECT FROM pg_class WHERE relnamespace = pg_namespace.oid AND relname = :history))
        """;

    private static final int ATTEMPTS = 5;
    private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(200);

    private FlywayMigration() {}

    static void run(DataSource dataSource, SchemaSettings settings) {
        TableName table = settings.table();
        if (cannotBegin(dataSource, settings)) {
            throw new SchemaException.MigrationFailed(table, new FlywayException("No privilege CREATE on the schema"));
        }
        FluentConfiguration configuration = Flyway.configure(FlywayMigration.class.getClassLoader())
                .dataSource(dataSource)
                .locations("classpath:" + SchemaScripts.LOCATION)
                .table(settings.historyTable())
                .placeholders(Map.of(
                        "table", table.sql(),
                        "decisions", table.decisionsSql(),
                        "steps", table.stepsSql(),
                        "actions", table.actionsSql(),
                        "name", table.name()))
                // Other tables in the schema do not matter; all scripts still run.
                .baselineOnMigrate(true)
                .baselineVersion("0");
        if (table.schema() != null) {
            configuration.defaultSchema(table.schema());
        }
        migrate(configuration, table);
    }

    private static boolean cannotBegin(DataSource dataSource, SchemaSettings settings) {
        return JdbcClient.create(dataSource)
                .sql(CANNOT_BEGIN)
                .param("schema", settings.table().schema(), Types.VARCHAR)
                .param("history", settings.historyTable())
                .query(Boolean.class)
                .single();
    }

    /**
     * If nodes start at the same moment, Flyway fails on all but one of them while it makes its history table; the
     * next attempt finds that table.
     */
    private static void migrate(FluentConfiguration configuration, TableName table) {
        for (int attempt = 1; ; attempt++) {
            try {
                configuration.load().migrate();
                return;
            } catch (FlywayException e) {
                if (attempt == ATTEMPTS) {
                    throw new SchemaException.MigrationFailed(table, e);
                }
                log.debug("Migrating again", e);
                LockSupport.parkNanos(ThreadLocalRandom.current().nextLong(PAUSE_NANOS * attempt));
            }
        }
    }
}
