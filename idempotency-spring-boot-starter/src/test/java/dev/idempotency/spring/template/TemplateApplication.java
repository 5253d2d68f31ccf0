package dev.idempotency.spring.template;

import dev.idempotency.core.key.IdempotencyKey;
import dev.idempotency.core.record.IdempotencyRecord;
import dev.idempotency.core.record.RecordId;
import dev.idempotency.core.scope.Scope;
import dev.idempotency.core.template.Execution;
import dev.idempotency.core.template.IdempotencyTemplate;
import dev.idempotency.core.template.IdempotentResult;
import dev.idempotency.core.template.KeyedOperation;
import dev.idempotency.jdbc.JdbcIdempotencyStore;
import dev.idempotency.jdbc.JdbcStoreSettings;
import dev.idempotency.jdbc.TableName;
import dev.idempotency.jdbc.schema.SchemaInitializer;
import dev.idempotency.jdbc.schema.SchemaMode;
import dev.idempotency.jdbc.schema.SchemaSettings;
import dev.idempotency.testbed.Database;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/** An application without a web server, with business rows beside the records. */
final class TemplateApplication implements AutoCloseable {

    static final String OPERATION = "book-invoice";

    private final Database database = Database.create();
    private final ConfigurableApplicationContext context;

    TemplateApplication(int connections, String... more) {
        new SchemaInitializer(database.dataSource(), new SchemaSettings(TableName.DEFAULT, SchemaMode.MIGRATE))
                .initialize();
        List<String> arguments = new ArrayList<>(List.of(
                "--idempotency.store=jdbc",
                // Flyway needs two connections.
                "--idempotency.jdbc.schema=validate",
                "--spring.flyway.enabled=false",
                "--idempotency.max-response-size=100KB",
                "--spring.liquibase.enabled=false",
                "--spring.main.banner-mode=off",
                "--spring.datasource.url=" + database.url(),
                "--spring.datasource.username=" + database.user(),
                "--spring.datasource.password=" + database.password(),
                "--spring.datasource.hikari.maximum-pool-size=" + connections,
                "--spring.datasource.hikari.connection-timeout=20000"));
        for (String own : more) {
            String name = own.substring(0, own.indexOf('=') + 1);
            arguments.removeIf(argument -> argument.startsWith(name));
            arguments.add(own);
        }
        context = new SpringApplicationBuilder(Application.class)
                .web(WebApplicationType.NONE)
                .run(arguments.toArray(String[]::new));
        database.execute("""
                CREATE TABLE customer (id int PRIMARY KEY);
                CREATE TABLE booking (
                    key text,
                    customer int REFERENCES customer (id) DEFERRABLE INITIALLY DEFERRED)
                """);
    }

    IdempotencyTemplate template() {
        return context.getBean(IdempotencyTemplate.class);
    }

    KeyedOperation call(String key) {
        return template().operation(OPERATION).key(key);
    }

    /** Calls in this way, with what belongs around it. */
    <T> IdempotentResult<T> run(Way way, String key, Function<Execution, IdempotentResult<T>> run) {
        return way.around(this, () -> run.apply(way.of(call(key))));
    }

    /** The same with the work of all tests. */
    IdempotentResult<String> book(Way way, String key) {
        return run(way, key, call -> call.run(String.class, () -> work(key)));
    }

    /** Writes a business row, on the connection of the transaction if there is one. */
    String work(String key) {
        inApplication("INSERT INTO booking (key) VALUES (?)").param(key).update();
        return "booked " + key;
    }

    JdbcClient.StatementSpec inApplication(String sql) {
        return context.getBean(JdbcClient.class).sql(sql);
    }

    <R> R inTransaction(Supplier<R> caller) {
        return transactions().execute(status -> caller.get());
    }

    TransactionTemplate transactions() {
        return new TransactionTemplate(context.getBean(PlatformTransactionManager.class));
    }

    /** Beside the application, on connections of its own. */
    JdbcClient beside() {
        return JdbcClient.create(database.dataSource());
    }

    int bookings(String key) {
        return beside().sql("SELECT count(*) FROM booking WHERE key = ?")
                .param(key)
                .query(Integer.class)
                .single();
    }

    Optional<IdempotencyRecord> record(String key) {
        return new JdbcIdempotencyStore(database.dataSource(), JdbcStoreSettings.defaults()).find(id(key));
    }

    static RecordId id(String key) {
        return new RecordId(Scope.of("o:" + OPERATION), new IdempotencyKey(key));
    }

    boolean has(Class<?> type) {
        return context.getBeanNamesForType(type).length > 0;
    }

    <B> B bean(Class<B> type) {
        return context.getBean(type);
    }

    @Override
    public void close() {
        context.close();
    }

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    static class Application {}
}
