package dev.idempotency.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import dev.idempotency.core.planted.FrameworkInCore;
import dev.idempotency.planted.Planted;
import dev.idempotency.planted.internal.Hidden;
import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class ApiTest {

    private static final String ROOT_PACKAGE = "dev.idempotency.";
    private static final Pattern ROW = Pattern.compile("\\| `([a-z.]+\\.[A-Z]\\w*)` \\| (.+) \\| (\\S+) \\|");

    @Test
    void the_page_of_the_api_has_exactly_the_public_types() throws IOException {
        assertThat(documented()).isEqualTo(listed(published().flatMap(ApiTest::classes)));
    }

    @Test
    void each_row_says_what_for_and_since_which_version() throws IOException {
        List<Matcher> rows = rows().toList();

        assertThat(rows).isNotEmpty().allSatisfy(row -> {
            assertThat(row.group(2)).isNotBlank();
            assertThat(row.group(3)).matches("\\d+\\.\\d+");
        });
        assertThat(rows.stream().map(row -> row.group(1))).doesNotHaveDuplicates();
    }

    @Test
    void every_published_module_is_held_to_the_rules_of_the_api() {
        assertThat(published().flatMap(module -> module.publishedName().stream()))
                .allMatch(Api::isOfPublished);
    }

    @Test
    void a_planted_public_type_is_listed_and_a_hidden_one_is_not() {
        Stream<JavaClass> planted = new ClassFileImporter()
                        .importClasses(
                                Planted.class,
                                Planted.OrderManager.class,
                                Hidden.class,
                                FrameworkInCore.class,
                                Api.class)
                        .stream();

        assertThat(listed(planted)).containsExactly(FrameworkInCore.class.getName(), Planted.class.getName());
    }

    /** Of the modules that are looked at; a published one has a name, below which all its packages are. */
    private static Set<String> documented() throws IOException {
        Set<String> roots = published()
                .flatMap(module -> module.publishedName().stream())
                .map(name -> name + ".")
                .collect(Collectors.toSet());
        return rows().map(row -> ROOT_PACKAGE + row.group(1))
                .filter(type -> roots.stream().anyMatch(type::startsWith))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private static Stream<Matcher> rows() throws IOException {
        return Files.readAllLines(Module.root().resolve("docs/api.md")).stream()
                .map(ROW::matcher)
                .filter(Matcher::matches);
    }

    private static Set<String> listed(Stream<JavaClass> classes) {
        return classes.filter(Api::isListed).map(JavaClass::getName).collect(Collectors.toCollection(TreeSet::new));
    }

    private static Stream<Module> published() {
        return Module.all().stream().filter(module -> module.publishedName().isPresent());
    }

    private static Stream<JavaClass> classes(Module module) {
        return new ClassFileImporter().importPath(module.classes()).stream();
    }
}
