package dev.idempotency.spring.autoconfigure;

import dev.idempotency.jdbc.schema.SchemaInitializer;
import java.util.Set;
import org.springframework.boot.sql.init.dependency.AbstractBeansOfTypeDatabaseInitializerDetector;

/**
 * Tells Spring Boot that the table of records is made at start-up, so that what depends on an initialised database waits for
 * it, and so that it waits for the application's own migrations.
 */
final class IdempotencySchemaDetector extends AbstractBeansOfTypeDatabaseInitializerDetector {

    /** After Flyway and Liquibase. */
    private static final int ORDER = 100;

    @Override
    protected Set<Class<?>> getDatabaseInitializerBeanTypes() {
        return Set.of(SchemaInitializer.class);
    }

    @Override
    public int getOrder() {
        return ORDER;
    }
}
