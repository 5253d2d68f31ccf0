package dev.idempotency.documentation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.idempotency.jdbc.schema.SchemaException;
import dev.idempotency.jdbc.schema.SchemaInitializer;
import dev.idempotency.jdbc.schema.SchemaScripts;
import dev.idempotency.testbed.Database;
import dev.idempotency.testbed.EmbeddedServer;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Configuration;
import org.yaml.snakeyaml.Yaml;

/** Does what {@code docs/postgres.md} tells an operator to do who makes the tables by hand. */
class OperatorPageTest {

    private static final MarkdownFile PAGE = MarkdownFile.read(Checkout.root().resolve("docs/postgres.md"));
    private static final String SECTION = "### By hand, with `schema: validate`";
    private static final Pattern SCRIPT = Pattern.compile("^\\| `(V\\d+__\\w+\\.sql)` \\|");
    private static final Pattern PLACEHOLDER = Pattern.compile("^\\| `(\\$\\{\\w+})` \\|.*\\| `([\\w.]+)` \\|$");
    private static final String PASSWORD = "secret";

    private static EmbeddedServer server;

    /** A server of its own: the user of the page must not be there yet, and users belong to a whole server. */
    @BeforeAll
    static void start_a_server_with_the_user_of_the_page() {
        server = EmbeddedServer.startFast();
        server.maintenance().execute("CREATE ROLE app_user LOGIN PASSWORD '" + PASSWORD + "'");
    }

    @AfterAll
    static void stop_the_server() {
        server.close();
    }

    static List<String> grants() {
        return PAGE.blocks().stream()
                .filter(block -> block.language().equals("sql"))
                .flatMap(block -> Arrays.stream(block.text().split(";")))
                .map(String::strip)
                .filter(statement -> statement.startsWith("GRANT"))
                .toList();
    }

    @Test
    void an_application_starts_on_tables_that_an_operator_made_by_this_page() throws IOException {
        Database database = databaseWithTables();
        PAGE.blocks().stream()
                .filter(block -> block.language().equals("sql"))
                .forEach(block -> database.execute(block.text()));

        try (ConfigurableApplicationContext application = start(database)) {
            assertThat(application.getBean(SchemaInitializer.class)).isNotNull();
        }
    }

    @ParameterizedTest
    @MethodSource("grants")
    void no_application_starts_without_one_of_the_grants(String forgotten) throws IOException {
        Database database = databaseWithTables();
        grants().stream().filter(grant -> !grant.equals(forgotten)).forEach(database::execute);

        assertThatThrownBy(() -> start(database).close())
                .rootCause()
                .isInstanceOf(SchemaException.Missing.class)
                .hasMessageContaining("privilege");
    }

    @Test
    void an_application_cannot_make_the_tables_with_the_rights_of_this_page() throws IOException {
        Database database = databaseWithTables();
        grants().forEach(database::execute);

        assertThat(catchThrowable(() -> of(database).execute("CREATE TABLE app.more ()")))
                .hasRootCauseMessage("ERROR: permission denied for schema app\n  Position: 14");
    }

    @Test
    void the_page_names_every_script() {
        assertThat(scripts()).containsExactlyElementsOf(SchemaScripts.all());
    }

    private static Database databaseWithTables() throws IOException {
        Database database = server.createDatabase();
        database.execute("CREATE SCHEMA app");
        Map<String, String> names = new LinkedHashMap<>();
        found(PLACEHOLDER).forEach(row -> names.put(row.group(1), row.group(2)));
        for (String script : scripts()) {
            String sql = read(script);
            for (Map.Entry<String, String> name : names.entrySet()) {
                sql = sql.replace(name.getKey(), name.getValue());
            }
            database.execute(sql);
        }
        return database;
    }

    private static List<String> scripts() {
        return found(SCRIPT)
                .map(row -> SchemaScripts.LOCATION + "/" + row.group(1))
                .toList();
    }

    private static Stream<MatchResult> found(Pattern row) {
        return PAGE.section(SECTION).stream().flatMap(line -> row.matcher(line).results());
    }

    private static String read(String script) throws IOException {
        try (InputStream in = OperatorPageTest.class.getResourceAsStream("/" + script)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    /** With nothing but the settings of the page, a data source, and a store that is made although nothing is protected. */
    private static ConfigurableApplicationContext start(Database database) {
        Database restricted = of(database);
        List<String> arguments = new ArrayList<>(List.of(
                "--spring.config.name=none-of-the-sample",
                "--spring.flyway.enabled=false",
                "--spring.main.banner-mode=off",
                "--idempotency.store=jdbc",
                "--spring.datasource.url=" + restricted.url(),
                "--spring.datasource.username=" + restricted.user(),
                "--spring.datasource.password=" + restricted.password()));
        PAGE.blocks().stream()
                .filter(block -> block.language().equals("yaml"))
                .forEach(block -> flatten("-", new Yaml().load(block.text()), arguments));
        return new SpringApplicationBuilder(Application.class)
                .web(WebApplicationType.NONE)
                .run(arguments.toArray(String[]::new));
    }

    private static void flatten(String name, Object value, List<String> arguments) {
        if (value instanceof Map<?, ?> members) {
            members.forEach((member, part) -> flatten(name + (name.equals("-") ? "-" : ".") + member, part, arguments));
        } else {
            arguments.add(name + "=" + value);
        }
    }

    private static Database of(Database database) {
        return new Database(database.host(), database.port(), database.name(), "app_user", PASSWORD);
    }

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    static class Application {}
}
