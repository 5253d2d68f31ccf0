package dev.idempotency.documentation;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * Runs the commands of {@code console} blocks in bash against a fresh sample application, and compares what they print with what
 * the document says, see {@link ExpectedOutput}. Needs bash and curl, and nothing on the class path but the classes of this
 * package.
 */
final class Walkthrough {

    /** Where the documents say that the application is. */
    private static final String DOCUMENTED = "localhost:8080";

    private static final int MINUTES_PER_COMMAND = 1;

    private final List<Step> steps;
    private final String authority;
    private final ExpectedOutput expected = new ExpectedOutput();

    /** @param authority where the application really is, as {@code localhost:4711} */
    Walkthrough(List<Step> steps, String authority) {
        this.steps = steps;
        this.authority = authority;
    }

    /**
     * Ends with an error that tells the first difference.
     *
     * @param arguments where the application is, then the documents
     */
    public static void main(String[] arguments) throws Exception {
        List<Step> steps = Stream.of(arguments)
                .skip(1)
                .flatMap(document -> steps(MarkdownFile.read(Path.of(document))).stream())
                .toList();
        new Walkthrough(steps, arguments[0]).run();
    }

    static List<Step> steps(MarkdownFile document) {
        return document.blocks().stream()
                .filter(block -> block.language().equals("console"))
                .flatMap(block -> Step.of(block).stream())
                .toList();
    }

    void run() throws IOException, InterruptedException {
        if (steps.isEmpty()) {
            throw new AssertionError("There is no command to run.");
        }
        for (Step step : steps) {
            List<String> actual = run(step.command().replace(DOCUMENTED, authority));
            if (!expected.matches(step.output(), actual)) {
                throw new AssertionError("%s: the command%n%s%nshould print%n%s%nbut prints%n%s"
                        .formatted(step.place(), step.command(), text(step.output()), text(actual)));
            }
        }
    }

    private static List<String> run(String command) throws IOException, InterruptedException {
        Path output = Files.createTempFile("walkthrough", ".txt");
        try {
            Process bash = new ProcessBuilder("bash", "-c", command)
                    .redirectErrorStream(true)
                    .redirectOutput(output.toFile())
                    .start();
            if (!bash.waitFor(MINUTES_PER_COMMAND, TimeUnit.MINUTES)) {
                bash.destroyForcibly();
                throw new AssertionError("This takes too long: " + command);
            }
            // curl prints the line ends of HTTP as they are.
            return Files.readAllLines(output).stream()
                    .map(String::stripTrailing)
                    .toList();
        } finally {
            Files.delete(output);
        }
    }

    private static String text(List<String> lines) {
        return String.join("\n", lines).indent(4);
    }
}
