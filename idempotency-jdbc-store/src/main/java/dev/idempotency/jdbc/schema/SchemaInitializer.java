package dev.idempotency.jdbc.schema;

import dev.idempotency.jdbc.internal.schema.DurabilityCheck;
import java.util.Objects;
import javax.sql.DataSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DataAccessException;
import org.springframework.jdbc.core.ConnectionCallback;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.util.ClassUtils;

/**
 * Makes sure, at start-up, that the table of records can be used, and warns where the database may forget.
 *
 * <p>It uses Flyway without leaving a {@code Flyway} object behind that an application could take for its own. Any number of
 * nodes may do this at the same time.
 */
public final class SchemaInitializer {

    private static final Logger log = LoggerFactory.getLogger(SchemaInitializer.class);

    private final DataSource dataSource;
    private final SchemaSettings settings;

    /**
     * For one table.
     *
     * @param dataSource in {@link SchemaMode#MIGRATE}, of a user who may create tables, and not through a pooler
     */
    public SchemaInitializer(DataSource dataSource, SchemaSettings settings) {
        this.dataSource = dataSource;
        this.settings = settings;
    }

    /**
     * Makes or checks the table, as the settings say. Without Flyway, the table must already exist.
     *
     * @throws SchemaException if the table cannot be used, with everything that is missing
     */
    public void initialize() {
        if (settings.mode() != SchemaMode.NONE) {
            requirePostgres();
        }
        switch (settings.mode()) {
            case MIGRATE -> migrate();
            case VALIDATE -> validate();
            case NONE -> log.debug("The table of records is made by an operator and is not checked");
        }
        warn();
    }

    private void migrate() {
        if (ClassUtils.isPresent("org.flywaydb.core.Flyway", getClass().getClassLoader())) {
            FlywayMigration.run(dataSource, settings);
            validate();
            return;
        }
        try {
            validate();
        } catch (SchemaException.Missing missing) {
            throw new SchemaException.FlywayMissing(missing);
        }
    }

    /** By the name that its driver gives: whatever speaks the protocol of PostgreSQL is taken for it. */
    private void requirePostgres() {
        String product = Objects.requireNonNullElse(
                new JdbcTemplate(dataSource).execute((ConnectionCallback<String>)
                        connection -> connection.getMetaData().getDatabaseProductName()),
                "a database without a name");
        if (!product.startsWith("PostgreSQL") && !product.startsWith("EnterpriseDB")) {
            throw new SchemaException.OtherDatabase(product);
        }
    }

    /**
     * Checks that the table is still complete, unless the settings leave it to an operator without a check.
     *
     * @throws SchemaException if it is not, with everything that is missing
     */
    public void check() {
        if (settings.mode() != SchemaMode.NONE) {
            validate();
        }
    }

    private void validate() {
        new SchemaValidation(dataSource, settings.table()).run();
    }

    private void warn() {
        try {
            new DurabilityCheck(dataSource, settings.table()).warnings().forEach(log::warn);
        } catch (DataAccessException e) {
            log.warn(
                    "The check of the database's durability settings failed; it is not known whether the database keeps what it has committed",
                    e);
        }
    }
}
