package dev.idempotency.spring.endtoend;

import dev.idempotency.testbed.Database;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.context.annotation.ImportCandidates;
import org.springframework.boot.web.server.servlet.context.ServletWebServerApplicationContext;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Configuration;

/** An application as a user would have it: Tomcat, a pool of connections to Postgres, and the starter found by Spring Boot. */
final class OrdersApp implements AutoCloseable {

    private static final HttpClient HTTP =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

    private static final String BOOT = "org.springframework.boot.";
    private static final String SECURITY = BOOT + "security.autoconfigure.";
    private static final List<String> NOT_NEEDED = List.of(
            BOOT + "flyway.autoconfigure.FlywayAutoConfiguration",
            BOOT + "liquibase.autoconfigure.LiquibaseAutoConfiguration");
    private static final List<String> SECURED = List.of(
            SECURITY + "SecurityAutoConfiguration",
            SECURITY + "UserDetailsServiceAutoConfiguration",
            SECURITY + "actuate.web.servlet.ManagementWebSecurityAutoConfiguration",
            SECURITY + "web.servlet.SecurityFilterAutoConfiguration",
            SECURITY + "web.servlet.ServletWebSecurityAutoConfiguration");
    private static final List<String> THE_STARTER =
            ImportCandidates.load(AutoConfiguration.class, OrdersApp.class.getClassLoader()).getCandidates().stream()
                    .filter(name -> name.startsWith("dev.idempotency."))
                    .toList();

    /** The servers there are; the application runs on one of them. */
    enum Server {
        TOMCAT("jetty.autoconfigure.servlet.JettyServletWebServerAutoConfiguration"),
        JETTY("tomcat.autoconfigure.servlet.TomcatServletWebServerAutoConfiguration");

        private final String other;

        Server(String other) {
            this.other = BOOT + other;
        }
    }

    private final ConfigurableApplicationContext context;

    private OrdersApp(ConfigurableApplicationContext context) {
        this.context = context;
    }

    static OrdersApp start(Database database, Map<String, String> properties, Class<?>... components) {
        return start(Server.TOMCAT, database, SECURED, properties, components);
    }

    static OrdersApp startOn(Server server, Database database, Map<String, String> properties, Class<?>... components) {
        return start(server, database, SECURED, properties, components);
    }

    static OrdersApp startWithSecurity(Database database, Map<String, String> properties, Class<?>... components) {
        return startWithSecurityOn(Server.TOMCAT, database, properties, components);
    }

    static OrdersApp startWithSecurityOn(
            Server server, Database database, Map<String, String> properties, Class<?>... components) {
        return start(server, database, List.of(), properties, components);
    }

    static OrdersApp startWithoutStarter(Database database, Class<?>... components) {
        List<String> without = new ArrayList<>(SECURED);
        without.addAll(THE_STARTER);
        return start(Server.TOMCAT, database, without, Map.of(), components);
    }

    private static OrdersApp start(
            Server server,
            Database database,
            List<String> without,
            Map<String, String> properties,
            Class<?>... components) {
        List<String> excluded = new ArrayList<>(NOT_NEEDED);
        excluded.add(server.other);
        excluded.addAll(without);
        Map<String, Object> all = new HashMap<>();
        all.put("server.port", "0");
        all.put("spring.main.banner-mode", "off");
        all.put("logging.level.root", "WARN");
        all.put("spring.datasource.url", database.url());
        all.put("spring.datasource.username", database.user());
        all.put("spring.datasource.password", database.password());
        all.put("spring.datasource.hikari.maximum-pool-size", "5");
        all.put("spring.autoconfigure.exclude", String.join(",", excluded));
        all.putAll(properties);
        SpringApplication application = new SpringApplication(Application.class);
        application.addPrimarySources(List.of(components));
        application.setDefaultProperties(all);
        return new OrdersApp(application.run());
    }

    int port() {
        return ((ServletWebServerApplicationContext) context).getWebServer().getPort();
    }

    <T> T bean(Class<T> type) {
        return context.getBean(type);
    }

    HttpResponse<String> post(String path, String key, String body, String... headers) {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port() + path))
                .timeout(Duration.ofSeconds(60))
                .header("Content-Type", "application/json")
                .header("Idempotency-Key", key)
                .POST(BodyPublishers.ofString(body));
        for (int i = 0; i < headers.length; i += 2) {
            request.header(headers[i], headers[i + 1]);
        }
        try {
            return HTTP.send(request.build(), BodyHandlers.ofString());
        } catch (IOException | InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    public void close() {
        context.close();
    }

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    static class Application {}
}
