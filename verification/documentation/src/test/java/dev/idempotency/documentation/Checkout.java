package dev.idempotency.documentation;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/** The files of the project as they lie on disk. */
final class Checkout {

    private static final Path ROOT = Path.of("..", "..").toAbsolutePath().normalize();
    private static final Set<String> NOT_OURS = Set.of("target", ".git", ".idea", ".vscode", "node_modules");

    private Checkout() {}

    static Path root() {
        return ROOT;
    }

    static MarkdownFile readme() {
        return MarkdownFile.read(ROOT.resolve("README.md"));
    }

    /** All Markdown files of the project. */
    static List<MarkdownFile> documents() {
        return files(".md").stream().map(MarkdownFile::read).toList();
    }

    /** All code blocks of the language in all Markdown files. */
    static List<CodeBlock> blocks(String language) {
        return documents().stream()
                .flatMap(document -> document.blocks().stream())
                .filter(block -> block.language().equals(language))
                .toList();
    }

    /** Files whose name ends like this, without what a build or an editor has made. */
    static List<Path> files(String ending) {
        try (Stream<Path> files = Files.walk(ROOT)) {
            return files.filter(file -> file.toString().endsWith(ending))
                    .filter(Files::isRegularFile)
                    .filter(Checkout::isOurs)
                    .sorted()
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static boolean isOurs(Path file) {
        for (Path name : ROOT.relativize(file)) {
            if (NOT_OURS.contains(name.toString())) {
                return false;
            }
        }
        return true;
    }
}
