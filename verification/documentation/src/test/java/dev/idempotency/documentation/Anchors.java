package dev.idempotency.documentation;

import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The anchors that GitHub gives the headings of a Markdown file, and those that the file sets itself. */
final class Anchors {

    private static final Pattern HEADING = Pattern.compile("^#{1,6}\\s+(.*?)\\s*#*$");
    private static final Pattern LINK = Pattern.compile("!?\\[([^\\]]*)]\\([^)]*\\)");
    private static final Pattern DROPPED = Pattern.compile("[^\\p{L}\\p{M}\\p{N}\\p{Pc} -]");
    private static final Pattern SET_BY_HAND = Pattern.compile("<a (?:id|name)=\"([^\"]+)\">");

    private Anchors() {}

    static Set<String> of(MarkdownFile file) {
        Set<String> anchors = new LinkedHashSet<>();
        Map<String, Integer> seen = new HashMap<>();
        for (String line : file.prose()) {
            SET_BY_HAND.matcher(line).results().forEach(found -> anchors.add(found.group(1)));
            Matcher heading = HEADING.matcher(line);
            if (heading.matches()) {
                String anchor = anchor(heading.group(1));
                int count = seen.merge(anchor, 1, Integer::sum) - 1;
                anchors.add(count == 0 ? anchor : anchor + "-" + count);
            }
        }
        return anchors;
    }

    private static String anchor(String heading) {
        String text = LINK.matcher(heading).replaceAll("$1");
        return DROPPED.matcher(text.toLowerCase(Locale.ROOT)).replaceAll("").replace(' ', '-');
    }
}
