package dev.idempotency.frameworks;

import dev.idempotency.testbed.Database;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import javax.sql.DataSource;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.web.server.context.WebServerApplicationContext;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.datasource.DelegatingDataSource;

/**
 * An application on Tomcat and Postgres. Its pool has one connection once it has started, so that a request which needs a second one while it has
 * the first waits for itself, and fails.
 */
final class ShopApp implements AutoCloseable {

    private static final HttpClient HTTP =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

    private final ConfigurableApplicationContext context;

    private ShopApp(ConfigurableApplicationContext context) {
        this.context = context;
    }

    static Database createDatabase() {
        Database database = Database.create();
        database.execute("""
            CREATE TABLE customer (id int PRIMARY KEY);
            CREATE SEQUENCE purchase_number;
            CREATE TABLE purchase (
                id bigint PRIMARY KEY DEFAULT nextval('purchase_number'),
                item text NOT NULL UNIQUE,
                customer int REFERENCES customer (id) DEFERRABLE INITIALLY DEFERRED)""");
        return database;
    }

    static ShopApp start(Database database, Map<String, String> properties, Class<?>... components) {
        Map<String, Object> all = new HashMap<>();
        all.put("server.port", "0");
        all.put("spring.main.banner-mode", "off");
        all.put("logging.level.root", "WARN");
        all.put("spring.datasource.url", database.url());
        all.put("spring.datasource.username", database.user());
        all.put("spring.datasource.password", database.password());
        all.put("spring.datasource.hikari.minimum-idle", "1");
        all.put("spring.datasource.hikari.connection-timeout", "3000");
        all.put("spring.flyway.enabled", "false");
        all.put("idempotency.upkeep.enabled", "false");
        all.putAll(properties);
        SpringApplication application = new SpringApplication(Application.class);
        application.addPrimarySources(List.of(components));
        application.setDefaultProperties(all);
        application.addInitializers(context -> context.getBeanFactory().addBeanPostProcessor(new Counting()));
        ConfigurableApplicationContext context = application.run();
        context.getBeansOfType(CountedDataSource.class).values().forEach(CountedDataSource::shrinkToOneConnection);
        return new ShopApp(context);
    }

    <T> T bean(Class<T> type) {
        return context.getBean(type);
    }

    /** What happened to connections since the application started. */
    List<String> events() {
        return bean(CountedDataSource.class).events();
    }

    HttpResponse<String> post(String path, String key, String body) {
        int port = ((WebServerApplicationContext) context).getWebServer().getPort();
        HttpRequest request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path))
                .timeout(Duration.ofSeconds(60))
                .header("Content-Type", "application/json")
                .header("Idempotency-Key", key)
                .POST(BodyPublishers.ofString(body))
                .build();
        try {
            return HTTP.send(request, BodyHandlers.ofString());
        } catch (IOException | InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    public void close() {
        context.close();
    }

    private static final class Counting implements BeanPostProcessor {

        @Override
        public Object postProcessAfterInitialization(Object bean, String name) {
            return bean instanceof DataSource dataSource && !(bean instanceof DelegatingDataSource)
                    ? new CountedDataSource(dataSource)
                    : bean;
        }
    }

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    static class Application {}
}
