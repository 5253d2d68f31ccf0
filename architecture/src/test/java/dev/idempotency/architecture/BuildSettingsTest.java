package dev.idempotency.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class BuildSettingsTest {

    @Test
    void a_module_with_code_has_its_dependencies_analysed() {
        assertThat(Module.all())
                .filteredOn(Module::hasCode)
                .allSatisfy(module -> assertThat(module.pom().texts("/project/properties/mdep.analyze.skip"))
                        .as(module.toString())
                        .isEmpty());
    }

    @Test
    void a_module_with_a_name_for_others_to_require_has_javadoc() {
        assertThat(Module.all())
                .filteredOn(Module::hasCode)
                .filteredOn(module -> !module.pom()
                        .texts("/project/properties/java.module.name")
                        .isEmpty())
                .allSatisfy(module -> assertThat(module.pom().texts("/project/properties/maven.javadoc.skip"))
                        .as(module.toString())
                        .isEmpty());
    }
}
