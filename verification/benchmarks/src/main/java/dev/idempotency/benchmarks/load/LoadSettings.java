package dev.idempotency.benchmarks.load;

import dev.idempotency.benchmarks.report.RequestKind;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * How a run goes.
 *
 * @param rounds how often each shape has its turn at each number of connections
 * @param slowRounds the same, with the slower disk
 * @param slice how long a turn is
 * @param warmUp how long each application is warmed up
 * @param pool how many connections to the database the application has
 * @param jvm further options of the application's JVM
 * @param directory where the results go
 * @param classPath of the application
 */
record LoadSettings(
        int rounds,
        int slowRounds,
        Duration slice,
        Duration warmUp,
        int pool,
        List<Integer> connections,
        List<RequestKind> shapes,
        List<String> jvm,
        Path directory,
        String classPath) {

    /** From words of the form {@code name=value}; {@code quick} stands for a run of about a minute. */
    static LoadSettings of(String... arguments) {
        Map<String, String> options = Arrays.stream(arguments)
                .map(argument -> argument.split("=", 2))
                .filter(pair -> pair.length == 2)
                .collect(Collectors.toMap(pair -> pair[0], pair -> pair[1]));
        boolean quick = List.of(arguments).contains("quick");
        return new LoadSettings(
                number(options, "rounds", quick ? 4 : 8),
                number(options, "slow-rounds", quick ? 0 : 4),
                Duration.ofMillis(number(options, "slice", 1_000)),
                Duration.ofMillis(number(options, "warm-up", quick ? 20_000 : 45_000)),
                number(options, "pool", 10),
                words(options, "connections", quick ? "16" : "1,16,64")
                        .map(Integer::valueOf)
                        .toList(),
                words(
                                options,
                                "shapes",
                                Arrays.stream(RequestKind.values())
                                        .map(RequestKind::name)
                                        .collect(Collectors.joining(",")))
                        .map(RequestKind::valueOf)
                        .toList(),
                words(options, "jvm", "").filter(word -> !word.isEmpty()).toList(),
                Path.of(options.getOrDefault("to", "target/load")),
                System.getProperty("java.class.path"));
    }

    /** The same for another build of the application, whose results go into a directory of that name. */
    LoadSettings ofBuild(String name, String itsClassPath) {
        return new LoadSettings(
                rounds,
                slowRounds,
                slice,
                warmUp,
                pool,
                connections,
                shapes,
                jvm,
                directory.resolve(name),
                itsClassPath);
    }

    private static int number(Map<String, String> options, String name, int otherwise) {
        return Integer.parseInt(options.getOrDefault(name, Integer.toString(otherwise)));
    }

    private static Stream<String> words(Map<String, String> options, String name, String otherwise) {
        return Arrays.stream(options.getOrDefault(name, otherwise).split(",", -1));
    }
}
