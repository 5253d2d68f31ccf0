package dev.idempotency.spring.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.reflect.Modifier;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.util.ClassUtils;

/** Names of classes that do not exist are ignored in silence, so a renamed one would change the order unnoticed. */
class AutoConfigurationNamesTest {

    /** By their names in Spring Boot 4, each with its name in Spring Boot 3.5. */
    private static final Map<String, String> GENERATIONS = Map.of(
            "org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration",
            "org.springframework.boot.autoconfigure.jdbc.DataSourceAutoConfiguration",
            "org.springframework.boot.flyway.autoconfigure.FlywayAutoConfiguration",
            "org.springframework.boot.autoconfigure.flyway.FlywayAutoConfiguration",
            "org.springframework.boot.liquibase.autoconfigure.LiquibaseAutoConfiguration",
            "org.springframework.boot.autoconfigure.liquibase.LiquibaseAutoConfiguration",
            "org.springframework.boot.webmvc.autoconfigure.WebMvcAutoConfiguration",
            "org.springframework.boot.autoconfigure.web.servlet.WebMvcAutoConfiguration",
            "org.springframework.boot.security.autoconfigure.web.servlet.SecurityFilterAutoConfiguration",
            "org.springframework.boot.autoconfigure.security.servlet.SecurityFilterAutoConfiguration",
            "org.springframework.boot.micrometer.metrics.autoconfigure.CompositeMeterRegistryAutoConfiguration",
            "org.springframework.boot.actuate.autoconfigure.metrics.CompositeMeterRegistryAutoConfiguration",
            "org.springframework.boot.micrometer.observation.autoconfigure.ObservationAutoConfiguration",
            "org.springframework.boot.actuate.autoconfigure.observation.ObservationAutoConfiguration");

    static final List<Class<?>> OURS = List.of(
            IdempotencyAutoConfiguration.class,
            IdempotencyHandlersAutoConfiguration.class,
            IdempotencyProtectionAutoConfiguration.class,
            IdempotencySecretsAutoConfiguration.class,
            IdempotencyJdbcAutoConfiguration.class,
            IdempotencyGuardAutoConfiguration.class,
            IdempotencyTransactionAutoConfiguration.class,
            IdempotencyUpkeepAutoConfiguration.class,
            IdempotencyEngineAutoConfiguration.class,
            IdempotencyTemplateAutoConfiguration.class,
            IdempotencyLimitsAutoConfiguration.class,
            IdempotencyWebMvcAutoConfiguration.class,
            IdempotencyCoverageAutoConfiguration.class,
            IdempotencyEndpointAutoConfiguration.class,
            IdempotencyMetricsAutoConfiguration.class,
            IdempotencyObservationAutoConfiguration.class,
            IdempotencyHealthAutoConfiguration.class);

    @Test
    void all_are_imported() throws IOException {
        assertThat(
                        Files.readAllLines(
                                Path.of(
                                        "src/main/resources/META-INF/spring/org.springframework.boot.autoconfigure.AutoConfiguration.imports")))
                .containsExactlyElementsOf(OURS.stream().map(Class::getName).toList());
    }

    /** By the names of both generations. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "org.springframework.boot.webmvc.test.autoconfigure.AutoConfigureWebMvc",
                "org.springframework.boot.test.autoconfigure.web.servlet.AutoConfigureWebMvc"
            })
    void what_handlers_need_is_in_slices_of_spring_mvc(String slice) {
        assertThat(Path.of("src/main/resources/META-INF/spring", slice + ".imports"))
                .hasContent(IdempotencyHandlersAutoConfiguration.class.getName());
    }

    @ParameterizedTest
    @FieldSource("OURS")
    void each_is_public_and_final(Class<?> configuration) {
        assertThat(Modifier.isPublic(configuration.getModifiers())).isTrue();
        assertThat(Modifier.isFinal(configuration.getModifiers())).isTrue();
    }

    @ParameterizedTest
    @FieldSource("OURS")
    void each_is_ordered_by_the_names_of_both_generations(Class<?> configuration) {
        List<String> names = namesIn(configuration);

        assertThat(names)
                .allSatisfy(name -> assertThat(GENERATIONS.containsKey(name) || GENERATIONS.containsValue(name))
                        .as(name)
                        .isTrue());
        GENERATIONS.forEach(
                (boot4, boot3) -> assertThat(names.contains(boot4)).as(boot4).isEqualTo(names.contains(boot3)));
    }

    @Test
    void the_names_of_this_generation_exist_and_all_are_used() {
        assertThat(GENERATIONS.keySet())
                .allMatch(name -> ClassUtils.isPresent(name, getClass().getClassLoader()));
        assertThat(OURS.stream().flatMap(type -> namesIn(type).stream())).containsAll(GENERATIONS.keySet());
    }

    private static List<String> namesIn(Class<?> configuration) {
        AutoConfiguration ordered = configuration.getAnnotation(AutoConfiguration.class);
        return Stream.concat(Arrays.stream(ordered.afterName()), Arrays.stream(ordered.beforeName()))
                .toList();
    }
}
