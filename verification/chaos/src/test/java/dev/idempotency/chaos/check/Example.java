package dev.idempotency.chaos.check;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** A history that keeps a promise and a similar one that breaks it, from a file that is named after the promise. */
record Example(String name, Invariant invariant, String kept, String broken) {

    private static final String KEPT = "# kept\n";
    private static final String BROKEN = "# broken\n";

    static List<Example> all() {
        try (Stream<Path> files =
                Files.list(Path.of(Example.class.getResource("histories").toURI()))) {
            return files.sorted().map(Example::read).toList();
        } catch (IOException | URISyntaxException e) {
            throw new IllegalStateException(e);
        }
    }

    private static Example read(Path file) {
        String name = file.getFileName().toString();
        try {
            String text = Files.readString(file);
            int broken = text.indexOf(BROKEN);
            return new Example(
                    name,
                    Invariant.valueOf(name.substring(0, name.indexOf('_'))),
                    text.substring(KEPT.length(), broken),
                    text.substring(broken + BROKEN.length()));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public String toString() {
        return name;
    }
}
