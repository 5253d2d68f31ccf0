package dev.idempotency.chaos.cluster;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A wrong clock for a process, where libfaketime is installed. Durations that the process measures stay right. */
final class Skew {

    private static final List<Path> PLACES = List.of(
            Path.of("/usr/lib/x86_64-linux-gnu/faketime/libfaketime.so.1"),
            Path.of("/usr/lib/aarch64-linux-gnu/faketime/libfaketime.so.1"));

    private Skew() {}

    static boolean isPossible() {
        return library().isPresent();
    }

    /** @param seconds how much the clock is fast, or slow if negative */
    static void apply(ProcessBuilder command, int seconds) {
        Map<String, String> environment = command.environment();
        environment.put("LD_PRELOAD", library().orElseThrow().toString());
        environment.put("FAKETIME", "%+ds".formatted(seconds));
        environment.put("DONT_FAKE_MONOTONIC", "1");
        environment.put("FAKETIME_DONT_FAKE_MONOTONIC", "1");
        environment.put("FAKETIME_FORCE_MONOTONIC_FIX", "0");
        environment.put("NO_FAKE_STAT", "1");
    }

    private static Optional<Path> library() {
        return PLACES.stream().filter(Files::exists).findFirst();
    }
}
