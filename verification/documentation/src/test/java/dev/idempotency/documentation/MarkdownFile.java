package dev.idempotency.documentation;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * A Markdown file, taken apart line by line: code blocks with the HTML comment before them, and everything else.
 *
 * @param path absolute
 * @param prose the lines outside code blocks and comments; the others are empty, so that numbers stay
 */
record MarkdownFile(Path path, List<CodeBlock> blocks, List<String> prose) {

    private static final String FENCE = "```";

    static MarkdownFile read(Path path) {
        try {
            return parse(path, Files.readAllLines(path));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static MarkdownFile parse(Path path, List<String> lines) {
        List<CodeBlock> blocks = new ArrayList<>();
        List<String> prose = new ArrayList<>();
        String note = "";
        for (int i = 0; i < lines.size(); i++) {
            String line = lines.get(i).strip();
            int end = i;
            if (line.startsWith(FENCE)) {
                end = find(lines, i + 1, FENCE, path);
                String place = path.getFileName() + ":" + (i + 1);
                String language = line.substring(FENCE.length()).strip();
                blocks.add(new CodeBlock(place, language, note, List.copyOf(lines.subList(i + 1, end))));
                note = "";
            } else if (line.startsWith("<!--")) {
                end = find(lines, i, "-->", path);
                String comment = String.join("\n", lines.subList(i, end + 1)).strip();
                note = comment.substring("<!--".length(), comment.length() - "-->".length())
                        .strip();
            } else {
                prose.add(lines.get(i));
                note = line.isEmpty() ? note : "";
                continue;
            }
            for (; i < end; i++) {
                prose.add("");
            }
            prose.add("");
        }
        return new MarkdownFile(path, List.copyOf(blocks), List.copyOf(prose));
    }

    private static int find(List<String> lines, int from, String end, Path path) {
        for (int i = from; i < lines.size(); i++) {
            if (lines.get(i).strip().endsWith(end)) {
                return i;
            }
        }
        throw new IllegalStateException(path.getFileName() + ":" + from + " is opened and never closed by " + end);
    }

    /** The lines of the section that the heading opens, up to the next heading of the same or a higher rank. */
    List<String> section(String heading) {
        int rank = heading.indexOf(' ');
        int start = prose.indexOf(heading);
        if (start < 0) {
            throw new IllegalStateException(path.getFileName() + " has no section " + heading);
        }
        List<String> section = new ArrayList<>();
        for (String line : prose.subList(start + 1, prose.size())) {
            int other = line.indexOf(' ');
            if (line.startsWith("#") && other <= rank) {
                break;
            }
            section.add(line);
        }
        return section;
    }

    @Override
    public String toString() {
        return path.getFileName().toString();
    }
}
