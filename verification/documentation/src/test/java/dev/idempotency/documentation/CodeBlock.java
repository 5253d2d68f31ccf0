package dev.idempotency.documentation;

import java.util.List;

/**
 * A fenced code block.
 *
 * @param place file and line, for messages
 * @param note the HTML comment right before it, without its delimiters; empty if there is none
 */
record CodeBlock(String place, String language, String note, List<String> lines) {

    String text() {
        return String.join("\n", lines) + "\n";
    }

    @Override
    public String toString() {
        return place;
    }
}
