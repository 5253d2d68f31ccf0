package dev.idempotency.documentation;

import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The links of a Markdown file: to files and headings that must be there, and to elsewhere. */
record Links(MarkdownFile file) {

    private static final Pattern INLINE = Pattern.compile("]\\(\\s*<?([^)\\s>]+)>?(?:\\s+\"[^\"]*\")?\\s*\\)");
    private static final Pattern REFERENCE =
            Pattern.compile("^\\s{0,3}\\[[^\\]]+]:\\s*<?(\\S+?)>?(?:\\s+\"[^\"]*\")?\\s*$");
    private static final Pattern HTML = Pattern.compile("(?:href|src)=\"([^\"]+)\"");
    private static final Pattern CODE = Pattern.compile("`[^`]*`");

    /** What is wrong with the links, one line each. */
    List<String> broken() {
        List<String> broken = new ArrayList<>();
        for (int i = 0; i < file.prose().size(); i++) {
            for (String target : targets(file.prose().get(i))) {
                int line = i + 1;
                problem(target).ifPresent(problem -> broken.add(file + ":" + line + " " + target + ": " + problem));
            }
        }
        return broken;
    }

    /** The files that are linked. */
    List<Path> files() {
        return file.prose().stream()
                .flatMap(line -> targets(line).stream())
                .map(URI::create)
                .filter(uri -> !uri.isAbsolute())
                .map(this::file)
                .toList();
    }

    private static List<String> targets(String line) {
        String plain = CODE.matcher(line).replaceAll("code");
        return Stream.of(INLINE, REFERENCE, HTML)
                .flatMap(pattern -> pattern.matcher(plain).results())
                .map(found -> found.group(1))
                .toList();
    }

    private Optional<String> problem(String target) {
        URI uri;
        try {
            uri = new URI(target);
        } catch (URISyntaxException e) {
            return Optional.of("no valid address");
        }
        return uri.isAbsolute() ? elsewhere(uri) : here(uri);
    }

    /** Nothing is fetched: only the form is looked at. */
    private static Optional<String> elsewhere(URI uri) {
        boolean fine = "https".equals(uri.getScheme()) && uri.getHost() != null;
        return fine ? Optional.empty() : Optional.of("not an https address");
    }

    private Optional<String> here(URI uri) {
        Path target = file(uri);
        if (!Files.exists(target)) {
            return Optional.of("no such file");
        }
        String anchor = uri.getFragment();
        if (anchor == null || Anchors.of(MarkdownFile.read(target)).contains(anchor)) {
            return Optional.empty();
        }
        return Optional.of("no such heading");
    }

    private Path file(URI uri) {
        return uri.getPath().isEmpty()
                ? file.path()
                : file.path().resolveSibling(uri.getPath()).normalize();
    }
}
