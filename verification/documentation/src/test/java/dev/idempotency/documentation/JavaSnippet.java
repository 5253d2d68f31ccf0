package dev.idempotency.documentation;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * An example in Java as a compilation unit. What a reader takes for granted stands in an HTML comment right before the block,
 * which a rendered page does not show: {@code <!-- compile: members}, then further types and imports, then {@code -->}.
 *
 * <ul>
 *   <li>{@code types}, and no comment at all: the block has whole types.
 *   <li>{@code members}: the block has members of a class, which extends the comment's class {@code Around} if it has one.
 *   <li>{@code statements}: the block has statements of a method.
 * </ul>
 *
 * Types of the JDK, of Spring and of Jakarta that every reader knows need no import, those of this project do.
 */
record JavaSnippet(CodeBlock block) {

    private static final String MARK = "compile:";

    private static final List<String> KNOWN = List.of(
            "import java.net.*;",
            "import java.time.*;",
            "import java.util.*;",
            "import org.springframework.context.annotation.*;",
            "import org.springframework.http.*;",
            "import org.springframework.stereotype.*;",
            "import org.springframework.transaction.annotation.*;",
            "import org.springframework.web.bind.annotation.*;",
            "import org.springframework.web.client.*;");

    String source() {
        List<String> support =
                block.note().startsWith(MARK) ? block.note().lines().skip(1).toList() : List.of();
        List<String> all = new ArrayList<>(KNOWN);
        Stream.concat(support.stream(), block.lines().stream())
                .filter(JavaSnippet::isImport)
                .forEach(all::add);
        support.stream().filter(line -> !isImport(line)).forEach(all::add);
        all.add(wrapped(block.lines().stream().filter(line -> !isImport(line)).collect(Collectors.joining("\n"))));
        return String.join("\n", all) + "\n";
    }

    private String wrapped(String code) {
        return switch (kind()) {
            case "types" -> code;
            case "members" -> "class Snippet " + around() + "{\n" + code + "\n}";
            case "statements" -> "class Snippet {\nvoid run() throws Exception {\n" + code + "\n}\n}";
            default -> throw new IllegalStateException(block + ": what kind of example is " + kind() + "?");
        };
    }

    private String around() {
        return block.note().contains("class Around ") ? "extends Around " : "";
    }

    private String kind() {
        return block.note().startsWith(MARK)
                ? block.note()
                        .lines()
                        .findFirst()
                        .orElseThrow()
                        .substring(MARK.length())
                        .strip()
                : "types";
    }

    private static boolean isImport(String line) {
        return line.startsWith("import ");
    }
}
