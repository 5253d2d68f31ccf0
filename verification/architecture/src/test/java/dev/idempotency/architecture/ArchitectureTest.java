package dev.idempotency.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ArchitectureTest {

    /** What JMH generates from benchmarks keeps to no rule of ours. */
    private static final JavaClasses MAIN_CODE = new ClassFileImporter()
            .withImportOption(location -> !location.contains("/jmh_generated/"))
            .importPaths(Module.all().stream().map(Module::classes).toList());

    @ParameterizedTest
    @EnumSource
    void main_code_keeps(Rule rule) {
        rule.rule().allowEmptyShould(Module.areNarrowed()).check(MAIN_CODE);
    }

    @ParameterizedTest
    @EnumSource
    void planted_classes_are_caught_by(Rule rule) {
        JavaClasses planted = new ClassFileImporter().importClasses(rule.planted());

        List<String> violations =
                rule.rule().evaluate(planted).getFailureReport().getDetails();

        assertThat(rule.planted())
                .isNotEmpty()
                .allSatisfy(type -> assertThat(violations).anyMatch(violation -> violation.contains(type.getName())));
    }

    @Test
    void every_module_is_looked_at() {
        assertThat(Module.all())
                .isNotEmpty()
                .allSatisfy(module -> assertThat(new ClassFileImporter().importPath(module.classes()))
                        .as("classes of %s", module)
                        .isNotEmpty());
    }
}
