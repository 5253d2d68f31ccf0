package dev.idempotency.documentation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.idempotency.testbed.Database;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The SQL of a document can be run as it stands there, from top to bottom. What it takes for granted is in a file of its name
 * below {@code prepare}.
 */
class SqlBlocksTest {

    static List<Path> documentsWithSql() {
        return Checkout.documents().stream()
                .filter(document -> !sql(document).isEmpty())
                .map(MarkdownFile::path)
                .toList();
    }

    @ParameterizedTest
    @MethodSource("documentsWithSql")
    void the_sql_of_a_document_runs_from_top_to_bottom(Path document) throws IOException {
        Database database = Database.create();
        prepare(database, document);

        Map<String, String> failed = new TreeMap<>();
        for (CodeBlock block : sql(MarkdownFile.read(document))) {
            try {
                database.execute(block.text());
            } catch (IllegalStateException e) {
                failed.put(block.place(), String.valueOf(e.getCause()));
            }
        }

        assertThat(failed).isEmpty();
    }

    private static void prepare(Database database, Path document) throws IOException {
        try (InputStream in = SqlBlocksTest.class.getResourceAsStream("/prepare/" + document.getFileName() + ".sql")) {
            if (in != null) {
                database.execute(new String(in.readAllBytes(), StandardCharsets.UTF_8));
            }
        }
    }

    private static List<CodeBlock> sql(MarkdownFile document) {
        return document.blocks().stream()
                .filter(block -> block.language().equals("sql"))
                .toList();
    }
}
