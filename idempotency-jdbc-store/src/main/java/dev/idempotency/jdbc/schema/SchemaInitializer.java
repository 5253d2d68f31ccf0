package dev.idempotency.jdbc.schema;

import javax.sql.DataSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DataAccessException;
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
     * Makes or checks the table, as the settings say.
     *
     * @throws SchemaException if the table cannot be used, with everything that is missing
     */
    public void initialize() {
        switch (settings.mode()) {
            case MIGRATE -> {
                migrate();
                validate();
            }
            case VALIDATE -> validate();
            case NONE -> log.debug("The table of records is left to others");
        }
        warn();
    }

    private void migrate() {
        if (!ClassUtils.isPresent("org.flywaydb.core.Flyway", getClass().getClassLoader())) {
            throw new SchemaException.FlywayMissing();
        }
        FlywayMigration.run(dataSource, settings);
    }

    /**
     * Checks that the table is still there and as it must be; not where it is left to others.
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
            log.warn("Whether the database keeps what it has committed could not be found out", e);
        }
    }
}
