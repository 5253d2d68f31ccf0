package dev.idempotency.spring.autoconfigure;

import dev.idempotency.jdbc.schema.SchemaException;
import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/** Prints why the table of records cannot be used, and what to do. */
final class SchemaFailureAnalyzer extends AbstractFailureAnalyzer<SchemaException> {

    @Override
    protected FailureAnalysis analyze(Throwable rootFailure, SchemaException cause) {
        return new FailureAnalysis(description(cause), action(cause), cause);
    }

    private static String description(SchemaException failure) {
        Throwable cause = failure.getCause();
        return cause == null
                ? String.valueOf(failure.getMessage())
                : failure.getMessage() + System.lineSeparator() + "Flyway says: " + cause.getMessage();
    }

    private static String action(SchemaException cause) {
        if (cause instanceof SchemaException.FlywayMissing) {
            return "Add org.flywaydb:flyway-core and org.flywaydb:flyway-database-postgresql, or run the SQL yourself and set"
                    + " 'idempotency.jdbc.schema: validate'. For tests, 'idempotency.store: memory' needs no table.";
        }
        if (cause instanceof SchemaException.OtherDatabase) {
            return "For tests set 'idempotency.store: memory'. Elsewhere put @IdempotencyDataSource on the bean method of a data"
                    + " source of PostgreSQL, or define a bean of type IdempotencyStore.";
        }
        if (cause instanceof SchemaException.Missing) {
            return "Run the SQL named above, or set 'idempotency.jdbc.schema: migrate' to have it run when the application"
                    + " starts. If the table is elsewhere, set 'idempotency.jdbc.schema-name' and"
                    + " 'idempotency.jdbc.table-name'.";
        }
        return "If Flyway does not know the database, add org.flywaydb:flyway-database-postgresql. To make the table yourself,"
                + " run the SQL named above and set 'idempotency.jdbc.schema: validate'.";
    }
}
