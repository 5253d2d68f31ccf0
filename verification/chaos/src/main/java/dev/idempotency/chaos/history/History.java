package dev.idempotency.chaos.history;

import java.io.BufferedWriter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;

/** Writes down what happens, in the order in which it is told, each event to the file before anything else is done. */
public final class History implements AutoCloseable {

    private final Instant start = Instant.now();
    private final Path file;
    private final BufferedWriter lines;

    public History(Path file) {
        this.file = file;
        try {
            this.lines = Files.newBufferedWriter(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The time since the start of the run. */
    public Duration now() {
        return since(Instant.now());
    }

    /** The same for a time that somebody else took by the clock of this machine. */
    public Duration since(Instant time) {
        return Duration.between(start, time);
    }

    public synchronized void add(Event event) {
        try {
            lines.write(Line.write(event));
            lines.newLine();
            lines.flush();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public Path file() {
        return file;
    }

    public static List<Event> read(Path file) {
        try (Stream<String> lines = Files.lines(file)) {
            return lines.map(Line::read).toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** A history that was written by hand. */
    public static List<Event> parse(String text) {
        return text.lines().filter(line -> !line.isBlank()).map(Line::read).toList();
    }

    @Override
    public synchronized void close() {
        try {
            lines.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
