package dev.idempotency.architecture;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A module of the build with code of its own, as it lies on disk after it was built. */
record Module(Path directory) {

    private static final @Nullable String SELECTED = System.getProperty("architecture.modules");
    private static final Path ROOT = Path.of("..", "..").toAbsolutePath().normalize();

    static Path root() {
        return ROOT;
    }

    /** Whether only some modules are looked at, so that a rule may find nothing that it is about. */
    static boolean areNarrowed() {
        return SELECTED != null;
    }

    /**
     * All modules that the parent names and that have main code, so that no new one is forgotten; those alone that the
     * property {@code architecture.modules} names, where it is set.
     */
    static List<Module> all() {
        return withSources().stream()
                .filter(module -> Files.isDirectory(module.mainSources()))
                .toList();
    }

    /** As {@link #all}, and also those that have nothing but tests. */
    static List<Module> withSources() {
        return Pom.of(ROOT).texts("/project/modules/module").stream()
                .filter(name -> SELECTED == null || List.of(SELECTED.split(",")).contains(name))
                .map(name -> new Module(ROOT.resolve(name)))
                .toList();
    }

    Pom pom() {
        return Pom.of(directory);
    }

    /** The name by which others require it; a module without one is not published. */
    Optional<String> publishedName() {
        return pom().texts("/project/properties/java.module.name").stream().findFirst();
    }

    Path classes() {
        return directory.resolve("target/classes");
    }

    /** Whether there is more in it than the descriptions of packages. */
    boolean hasCode() {
        return filesBelow(mainSources()).stream().anyMatch(file -> !file.endsWith("package-info.java"));
    }

    /** The Java files of main code and tests. */
    List<Path> sources() {
        return filesBelow(directory.resolve("src"));
    }

    private Path mainSources() {
        return directory.resolve("src/main/java");
    }

    private static List<Path> filesBelow(Path folder) {
        try (Stream<Path> files = Files.walk(folder)) {
            return files.filter(file -> file.toString().endsWith(".java")).toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public String toString() {
        return directory.getFileName().toString();
    }
}
