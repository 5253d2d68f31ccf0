package dev.idempotency.jdbc.schema;

import dev.idempotency.jdbc.TableName;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The table of records cannot be used. The application should not start. */
public abstract sealed class SchemaException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private SchemaException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }

    /** The table is made by an operator, and is missing or incomplete. */
    public static final class Missing extends SchemaException {

        private static final long serialVersionUID = 1L;

        private final transient List<String> parts;

        Missing(TableName table, List<String> parts) {
            super(
                    "The table of records " + table + " cannot be used. Missing: " + String.join(", ", parts)
                            + ". The SQL is on the class path: " + String.join(", ", SchemaScripts.all()),
                    null);
            this.parts = List.copyOf(parts);
        }

        /** What is missing, each with its kind and name. */
        public List<String> parts() {
            return parts;
        }
    }

    /** Flyway should make the table, but it is not on the class path, and the table does not exist. */
    public static final class FlywayMissing extends SchemaException {

        private static final long serialVersionUID = 1L;

        FlywayMissing(Missing found) {
            super(
                    "Flyway is to make the table of records, but org.flywaydb:flyway-core and"
                            + " org.flywaydb:flyway-database-postgresql are not on the class path. "
                            + found.getMessage(),
                    null);
        }
    }

    /** Records cannot be kept in this kind of database. */
    public static final class OtherDatabase extends SchemaException {

        private static final long serialVersionUID = 1L;

        OtherDatabase(String product) {
            super(
                    "Records of idempotent requests are kept in PostgreSQL, but the data source leads to " + product
                            + ".",
                    null);
        }
    }

    /** Flyway could not make or change the table. */
    public static final class MigrationFailed extends SchemaException {

        private static final long serialVersionUID = 1L;

        MigrationFailed(TableName table, Throwable cause) {
            super(
                    "Flyway could not make the table of records " + table
                            + ". If the application's database user may not create tables, let an operator run the"
                            + " SQL on the class path: "
                            + String.join(", ", SchemaScripts.all()),
                    cause);
        }
    }
}
