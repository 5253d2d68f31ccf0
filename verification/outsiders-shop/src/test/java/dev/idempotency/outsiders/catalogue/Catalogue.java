package dev.idempotency.outsiders.catalogue;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.web.server.context.WebServerApplicationContext;
import org.springframework.context.ConfigurableApplicationContext;

/** The catalogue on H2, as its main method would run it. */
record Catalogue(ConfigurableApplicationContext context) implements AutoCloseable {

    private static final HttpClient HTTP =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

    static Catalogue open(List<Class<?>> more, String... properties) {
        String[] all = Stream.concat(
                        Stream.of(
                                "server.port=0",
                                "spring.main.banner-mode=off",
                                "logging.level.root=WARN",
                                "spring.datasource.url=jdbc:h2:mem:" + UUID.randomUUID(),
                                "spring.jpa.hibernate.ddl-auto=create",
                                "spring.flyway.enabled=false"),
                        Stream.of(properties))
                .map(property -> "--" + property)
                .toArray(String[]::new);
        Class<?>[] sources = Stream.concat(Stream.of(CatalogueApplication.class), more.stream())
                .toArray(Class[]::new);
        return new Catalogue(new SpringApplicationBuilder(sources).run(all));
    }

    HttpResponse<String> addByRest(String key, String title) {
        return send("POST", "/books", key, "{\"title\":\"%s\"}".formatted(title));
    }

    HttpResponse<String> addByGraphQl(String key, String title) {
        return send(
                "POST", "/graphql", key, "{\"query\":\"mutation { addBook(title: \\\"%s\\\") }\"}".formatted(title));
    }

    HttpResponse<String> send(String method, String path, String key, String body) {
        int port = ((WebServerApplicationContext) context).getWebServer().getPort();
        HttpRequest request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path))
                .timeout(Duration.ofSeconds(60))
                .header("Content-Type", "application/json")
                .header("Accept", "application/json")
                .header("Idempotency-Key", key)
                .method(method, BodyPublishers.ofString(body))
                .build();
        try {
            return HTTP.send(request, BodyHandlers.ofString());
        } catch (IOException | InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    long books() {
        return context.getBean(Books.class).count();
    }

    @Override
    public void close() {
        context.close();
    }
}
