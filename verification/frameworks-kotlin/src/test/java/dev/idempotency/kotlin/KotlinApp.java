package dev.idempotency.kotlin;

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
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.web.server.context.WebServerApplicationContext;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.core.simple.JdbcClient;

/** An application on one of the servers, and Postgres. */
final class KotlinApp implements AutoCloseable {

    enum Server {
        TOMCAT("jetty.autoconfigure.servlet.JettyServletWebServerAutoConfiguration"),
        JETTY("tomcat.autoconfigure.servlet.TomcatServletWebServerAutoConfiguration");

        private final String other;

        Server(String other) {
            this.other = "org.springframework.boot." + other;
        }
    }

    private static final HttpClient HTTP =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

    private final ConfigurableApplicationContext context;
    private final Database database;

    private KotlinApp(ConfigurableApplicationContext context, Database database) {
        this.context = context;
        this.database = database;
    }

    static KotlinApp start(Server server, Class<?>... components) {
        Database database = Database.create();
        database.execute("CREATE TABLE purchase (id serial PRIMARY KEY)");
        Map<String, Object> all = new HashMap<>();
        all.put("server.port", "0");
        all.put("spring.main.banner-mode", "off");
        all.put("logging.level.root", "WARN");
        all.put("spring.autoconfigure.exclude", server.other);
        all.put("spring.datasource.url", database.url());
        all.put("spring.datasource.username", database.user());
        all.put("spring.datasource.password", database.password());
        all.put("spring.datasource.hikari.maximum-pool-size", "5");
        all.put("idempotency.upkeep.enabled", "false");
        SpringApplication application = new SpringApplication(Application.class);
        application.addPrimarySources(List.of(components));
        application.setDefaultProperties(all);
        return new KotlinApp(application.run(), database);
    }

    HttpResponse<String> post(String path, String key) {
        int port = ((WebServerApplicationContext) context).getWebServer().getPort();
        HttpRequest request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path))
                .timeout(Duration.ofSeconds(60))
                .header("Content-Type", "application/json")
                .header("Idempotency-Key", key)
                .POST(BodyPublishers.noBody())
                .build();
        try {
            return HTTP.send(request, BodyHandlers.ofString());
        } catch (IOException | InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    void empty() {
        database.execute("TRUNCATE purchase");
    }

    long rows() {
        return count("SELECT count(*) FROM purchase");
    }

    long records(String key) {
        return count("SELECT count(*) FROM idempotency_record WHERE key = '" + key + "'");
    }

    private long count(String sql) {
        return JdbcClient.create(database.dataSource())
                .sql(sql)
                .query(Long.class)
                .single();
    }

    @Override
    public void close() {
        context.close();
    }

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    static class Application {}
}
