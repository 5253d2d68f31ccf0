package dev.idempotency.sample.page;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.awaitility.Awaitility;

/** A Chromium without a window, if there is one on this machine, with a profile that goes with it. */
final class Chromium implements AutoCloseable {

    private static final List<String> NAMES = List.of("chromium", "chromium-browser", "google-chrome", "chrome");
    private static final List<String> OPTIONS = List.of(
            "--headless",
            "--no-sandbox",
            "--disable-gpu",
            "--disable-quic",
            "--disable-dev-shm-usage",
            "--no-first-run",
            "--disable-background-networking",
            "--disable-component-update",
            "--disable-sync",
            "--remote-debugging-port=0",
            "about:blank");

    private final Path profile;
    private final Process process;
    private final DevTools browser;
    private final String address;

    private Chromium(Path program) {
        try {
            profile = Files.createTempDirectory("sample-chromium");
            List<String> command = new ArrayList<>(List.of(program.toString(), "--user-data-dir=" + profile));
            command.addAll(OPTIONS);
            process = new ProcessBuilder(command)
                    .redirectErrorStream(true)
                    .redirectOutput(Redirect.DISCARD)
                    .start();
            List<String> debugger = debugger();
            address = "ws://127.0.0.1:" + debugger.get(0);
            browser = new DevTools(address + debugger.get(1));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static Optional<Path> installed() {
        return Stream.of(System.getenv("PATH").split(File.pathSeparator))
                .flatMap(folder -> NAMES.stream().map(name -> Path.of(folder, name)))
                .filter(Files::isExecutable)
                .findFirst();
    }

    static Chromium start(Path program) {
        return new Chromium(program);
    }

    Tab open(String url) {
        String target = browser.call("Target.createTarget", Map.of("url", "about:blank"))
                .get("targetId")
                .asString();
        Tab tab = new Tab(new DevTools(address + "/devtools/page/" + target));
        tab.navigate(url);
        return tab;
    }

    /** Port and path of the browser's debugger, which it writes down when it is ready. */
    private List<String> debugger() {
        Path file = profile.resolve("DevToolsActivePort");
        return Awaitility.await()
                .atMost(Duration.ofMinutes(1))
                .ignoreExceptions()
                .until(() -> Files.readAllLines(file), lines -> lines.size() == 2);
    }

    @Override
    public void close() {
        browser.call("Browser.close", Map.of());
        browser.close();
        process.onExit().join();
        Awaitility.await().ignoreExceptions().until(this::isProfileDeleted);
    }

    /** Its children may still write for a moment. */
    private boolean isProfileDeleted() throws IOException {
        try (Stream<Path> files = Files.walk(profile)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(file);
            }
        }
        return true;
    }
}
