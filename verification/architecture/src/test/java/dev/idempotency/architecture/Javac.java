package dev.idempotency.architecture;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.NullMarked;

/**
 * The compiler as the build calls it for main code: its arguments are read from the parent {@code pom.xml} and those of its
 * JVM from {@code .mvn/jvm.config}, so that a change there is a change here.
 */
record Javac(Path directory) {

    private static final String PLUGIN =
            "/project/build/pluginManagement/plugins/plugin[artifactId='maven-compiler-plugin']";
    private static final String ARGUMENTS = "/configuration/compilerArgs/arg";
    private static final String MAIN_CODE = "/executions/execution[id='default-compile']";
    private static final Pattern PLACEHOLDER = Pattern.compile("\\$\\{([^}]+)}");

    /** Compiles a package of one class. */
    Result compile(String packageInfo, String type) throws IOException, InterruptedException {
        Path info = Files.writeString(directory.resolve("package-info.java"), packageInfo);
        Path source = Files.writeString(directory.resolve("Planted.java"), type);
        Path output = directory.resolve("output.txt");
        int exit = new ProcessBuilder(command(info, source))
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start()
                .waitFor();
        return new Result(exit == 0, Files.readString(output, StandardCharsets.UTF_8));
    }

    private List<String> command(Path... sources) throws IOException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "javac").toString());
        Files.readAllLines(Module.root().resolve(".mvn/jvm.config")).forEach(option -> command.add("-J" + option));
        command.addAll(List.of("--release", System.getProperty("maven.compiler.release"), "-parameters"));
        command.addAll(arguments());
        command.addAll(List.of("-classpath", jspecify()));
        command.addAll(List.of("-processorpath", jars()));
        command.addAll(List.of("-d", directory.toString()));
        for (Path source : sources) {
            command.add(source.toString());
        }
        return command;
    }

    /** Error Prone and NullAway are among the libraries of these tests. */
    private static String jars() {
        return Stream.of(System.getProperty("java.class.path").split(File.pathSeparator))
                .filter(element -> element.endsWith(".jar"))
                .collect(Collectors.joining(File.pathSeparator));
    }

    private static String jspecify() {
        String location = NullMarked.class
                .getProtectionDomain()
                .getCodeSource()
                .getLocation()
                .getPath();
        return Path.of(location).toString();
    }

    private static List<String> arguments() {
        Pom parent = Pom.of(Module.root());
        List<String> arguments = new ArrayList<>(parent.texts(PLUGIN + ARGUMENTS));
        arguments.addAll(parent.texts(PLUGIN + MAIN_CODE + ARGUMENTS));
        return arguments.stream().map(Javac::filledIn).toList();
    }

    /** Surefire hands on the properties that the arguments mention. */
    private static String filledIn(String argument) {
        return PLACEHOLDER.matcher(argument).replaceAll(found -> {
            String value = System.getProperty(found.group(1));
            if (value == null) {
                throw new IllegalStateException("No value for " + found.group() + " in " + argument);
            }
            return Matcher.quoteReplacement(value);
        });
    }

    record Result(boolean succeeded, String output) {}
}
