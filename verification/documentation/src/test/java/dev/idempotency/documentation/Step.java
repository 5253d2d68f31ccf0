package dev.idempotency.documentation;

import java.util.ArrayList;
import java.util.List;

/**
 * A command of a walk-through, and what it prints. In a {@code console} block a command begins with {@code $} and goes on in the
 * next line after a {@code \}; the lines up to the next command are its output.
 */
record Step(String place, String command, List<String> output) {

    private static final String PROMPT = "$ ";

    static List<Step> of(CodeBlock block) {
        List<Step> steps = new ArrayList<>();
        List<String> lines = block.lines();
        int i = 0;
        while (i < lines.size()) {
            if (!lines.get(i).startsWith(PROMPT)) {
                throw new IllegalStateException(block + " has output without a command: " + lines.get(i));
            }
            List<String> command = new ArrayList<>(List.of(lines.get(i++).substring(PROMPT.length())));
            while (command.get(command.size() - 1).endsWith("\\")) {
                command.add(lines.get(i++));
            }
            int end = i;
            while (end < lines.size() && !lines.get(end).startsWith(PROMPT)) {
                end++;
            }
            steps.add(new Step(block.place(), String.join("\n", command), List.copyOf(lines.subList(i, end))));
            i = end;
        }
        return steps;
    }
}
