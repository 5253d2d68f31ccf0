package dev.idempotency.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BuildSettingsTest {

    /** A module is published when it has a name for others to require. */
    @ParameterizedTest
    @ValueSource(strings = {"mdep.analyze.skip", "maven.javadoc.skip", "spotless.check.skip", "skipTests", "lint"})
    void a_published_module_with_code_does_not_set(String property) {
        assertThat(Module.all())
                .filteredOn(Module::hasCode)
                .filteredOn(module -> !values(module, "java.module.name").isEmpty())
                .allSatisfy(module -> assertThat(values(module, property))
                        .as(module.toString())
                        .isEmpty());
    }

    private static List<String> values(Module module, String property) {
        return module.pom().texts("/project/properties/" + property);
    }
}
