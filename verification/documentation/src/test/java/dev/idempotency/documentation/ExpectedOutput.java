package dev.idempotency.documentation;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Compares what commands print with what a document says.
 *
 * <ul>
 *   <li>{@code <name>} is any text within a line, the same wherever the name stands again.
 *   <li>{@code …} is any text within a line; alone in a line it is any number of lines.
 *   <li>Everything else is meant literally.
 * </ul>
 */
final class ExpectedOutput {

    private static final Pattern PLACEHOLDER = Pattern.compile("<([a-z][a-zA-Z0-9]*)>|…");

    private final Map<String, String> values = new HashMap<>();

    /** Whether the output is as expected. If so, what its placeholders stand for holds from now on. */
    boolean matches(List<String> expected, List<String> actual) {
        Set<String> names = new LinkedHashSet<>();
        StringBuilder pattern = new StringBuilder();
        for (String line : expected) {
            if (line.strip().equals("…")) {
                pattern.append("(?:[^\n]*\n)*?");
            } else {
                append(line, pattern, names);
                pattern.append('\n');
            }
        }
        Matcher matcher = Pattern.compile(pattern.toString()).matcher(text(actual));
        boolean matches = matcher.matches();
        if (matches) {
            names.forEach(name -> values.put(name, matcher.group(name)));
        }
        return matches;
    }

    private void append(String line, StringBuilder pattern, Set<String> names) {
        Matcher placeholder = PLACEHOLDER.matcher(line);
        int from = 0;
        while (placeholder.find()) {
            pattern.append(Pattern.quote(line.substring(from, placeholder.start())));
            from = placeholder.end();
            String name = placeholder.group(1);
            if (name == null) {
                pattern.append("[^\n]*?");
            } else if (values.containsKey(name)) {
                pattern.append(Pattern.quote(values.get(name)));
            } else {
                pattern.append(names.add(name) ? "(?<" + name + ">[^\n]+?)" : "\\k<" + name + ">");
            }
        }
        pattern.append(Pattern.quote(line.substring(from)));
    }

    private static String text(List<String> lines) {
        List<String> ended = new ArrayList<>();
        lines.forEach(line -> ended.add(line + "\n"));
        return String.join("", ended);
    }
}
