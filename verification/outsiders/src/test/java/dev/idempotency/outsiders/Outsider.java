package dev.idempotency.outsiders;

import dev.idempotency.testbed.Database;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.web.server.context.WebServerApplicationContext;
import org.springframework.context.ConfigurableApplicationContext;

/** An application of somebody else, on its own server. */
public record Outsider(ConfigurableApplicationContext context) implements AutoCloseable {

    private static final HttpClient HTTP =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

    /** Runs the application as its main method would. */
    public static Outsider start(List<Class<?>> sources, String... properties) {
        String[] all = Stream.concat(
                        Stream.of("server.port=0", "spring.main.banner-mode=off", "logging.level.root=WARN"),
                        Stream.of(properties))
                .map(property -> "--" + property)
                .toArray(String[]::new);
        return new Outsider(new SpringApplicationBuilder(sources.toArray(Class[]::new)).run(all));
    }

    /** What leads to the database. */
    public static String[] on(Database database, String... more) {
        return Stream.concat(
                        Stream.of(
                                "spring.datasource.url=" + database.url(),
                                "spring.datasource.username=" + database.user(),
                                "spring.datasource.password=" + database.password()),
                        Stream.of(more))
                .toArray(String[]::new);
    }

    public HttpResponse<String> post(String path, String key, String body) {
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

    public static boolean isReplay(HttpResponse<String> answer) {
        return answer.headers().firstValue("Idempotency-Replayed").isPresent();
    }

    @Override
    public void close() {
        context.close();
    }
}
