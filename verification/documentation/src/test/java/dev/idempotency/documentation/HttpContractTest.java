package dev.idempotency.documentation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.idempotency.spring.problem.Problem;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** What clients are told about problems is what they get. */
class HttpContractTest {

    private static final MarkdownFile DOCUMENT =
            MarkdownFile.read(Checkout.root().resolve("docs/http-contract.md"));

    @ParameterizedTest
    @EnumSource
    void every_problem_is_listed_with_its_status(Problem problem) {
        List<List<String>> rows = DOCUMENT.prose().stream()
                .filter(line -> line.contains("| `" + problem.code() + "` |"))
                .map(HttpContractTest::cells)
                .toList();

        assertThat(rows).singleElement().satisfies(cells -> {
            assertThat(cells.get(1)).isEqualTo(Integer.toString(problem.defaultStatus()));
            assertThat(cells.get(3)).isEqualTo(Boolean.toString(problem.isRetryable()));
        });
    }

    @ParameterizedTest
    @EnumSource(names = "IN_PROGRESS")
    void the_example_is_a_real_one(Problem problem) {
        CodeBlock example = DOCUMENT.blocks().stream()
                .filter(block -> block.language().equals("json"))
                .findFirst()
                .orElseThrow();

        JsonNode json = new JsonMapper().readTree(example.text());

        assertThat(Map.of(
                        "title", json.get("title").asString(),
                        "status", json.get("status").asInt(),
                        "detail", json.get("detail").asString(),
                        "code", json.get("code").asString(),
                        "retryable", json.get("retryable").asBoolean()))
                .isEqualTo(Map.of(
                        "title", problem.title(),
                        "status", problem.defaultStatus(),
                        "detail", problem.detail(),
                        "code", problem.code(),
                        "retryable", problem.isRetryable()));
    }

    private static List<String> cells(String row) {
        return Stream.of(row.split("\\|")).skip(1).map(String::strip).toList();
    }
}
