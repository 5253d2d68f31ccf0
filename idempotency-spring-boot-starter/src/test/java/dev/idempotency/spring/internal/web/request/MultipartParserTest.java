package dev.idempotency.spring.internal.web.request;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import jakarta.servlet.ServletContext;
import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.lang.reflect.Proxy;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.web.server.ResponseStatusException;

class MultipartParserTest {

    private static final String PART = "Content-Disposition: form-data; name=\"a\"\r\n";

    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

    @TempDir
    Path directory;

    @Test
    void content_may_contain_line_breaks_dashes_and_the_boundary_inside_a_line() {
        String content = "\r\n--\r\n-- b\r\n x--b\r\n";
        List<BufferedPart> parts = parse("--b\r\n" + PART + "\r\n" + content + "\r\n--b--");

        assertThat(parts).hasSize(1);
        assertThat(parts.get(0).text(StandardCharsets.UTF_8)).isEqualTo(content);
    }

    @Test
    void parts_may_be_empty_and_delimiters_padded() {
        List<BufferedPart> parts = parse("--b \t\r\n" + PART + "\r\n\r\n--b\r\n" + PART + "\r\n--b--\r\n");

        assertThat(parts).hasSize(2).allMatch(part -> part.getSize() == 0);
    }

    @Test
    void names_and_headers_are_read_in_any_case_and_spelling() {
        List<BufferedPart> parts = parse("--b\r\ncontent-disposition: form-data; name=\"a \\\"b\\\"\";"
                + " filename*=UTF-8''gr%C3%BC%C3%9Fe.txt\r\nCONTENT-TYPE: text/plain\r\nX-More: 1\r\n\r\n1\r\n--b--");

        BufferedPart part = parts.get(0);
        assertThat(part.getName()).isEqualTo("a \"b\"");
        assertThat(part.getSubmittedFileName()).isEqualTo("grüße.txt");
        assertThat(part.getContentType()).isEqualTo("text/plain");
        assertThat(part.getHeaders("x-more")).containsExactly("1");
    }

    @Test
    void a_part_can_be_written_to_a_file() throws IOException {
        List<BufferedPart> parts = parse("--b\r\n" + PART + "\r\ncontent\r\n--b--");

        parts.get(0).write("relative.txt");
        parts.get(0).write(directory.resolve("absolute.txt").toString());

        assertThat(Files.readString(directory.resolve("relative.txt"))).isEqualTo("content");
        assertThat(Files.readString(directory.resolve("absolute.txt"))).isEqualTo("content");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "--b\r\n" + PART + "\r\ncontent",
                "--b\r\n" + PART + "\r\ncontent\r\n--b",
                "--b\r\n" + PART,
                "--b\r\nContent-Disposition: form-data\r\n\r\n1\r\n--b--",
                "--b\r\nContent-Type: text/plain\r\n\r\n1\r\n--b--",
                "--b\r\nno header\r\n\r\n1\r\n--b--",
                "--bx\r\n" + PART + "\r\n1\r\n--b--"
            })
    void a_body_that_breaks_off_or_has_a_part_without_a_name_is_malformed(String body) {
        assertThat(parse(body)).isNull();
    }

    @Test
    void a_body_without_any_delimiter_has_no_parts() {
        assertThat(parse("nothing of the kind")).isEmpty();
    }

    @Test
    void a_boundary_has_up_to_seventy_characters() {
        assertThat(parse("x".repeat(70), "--" + "x".repeat(70) + "\r\n" + PART + "\r\n1\r\n--" + "x".repeat(70) + "--"))
                .hasSize(1);
        assertThatThrownBy(() -> parse("x".repeat(71), "")).hasMessageContaining("at most 70");
        assertThat(parse("", "--\r\n" + PART + "\r\n1\r\n----")).isNull();
    }

    @Test
    void no_boundary_makes_the_search_for_it_slow() {
        for (int length : new int[] {70, 250_000}) {
            String boundary = "-".repeat(length - 1) + "y";
            String body = "-".repeat(500_000);
            long before = THREADS.getCurrentThreadCpuTime();
            try {
                parse(boundary, body);
            } catch (ResponseStatusException refused) {
                assertThat(length).isGreaterThan(70);
            }

            assertThat(Duration.ofNanos(THREADS.getCurrentThreadCpuTime() - before))
                    .isLessThan(Duration.ofMillis(300));
        }
    }

    @Test
    void parts_whose_headers_are_most_of_the_body_are_not_taken_apart() {
        assertThat(parse(("--b\r\n" + PART + "\r\n\r\n").repeat(1_000) + "--b--"))
                .hasSize(1_000);
        assertThatThrownBy(() -> parse(("--b\r\n" + PART + "\r\n\r\n").repeat(2_000) + "--b--"))
                .hasMessageContaining("413");
    }

    @Test
    void what_matched_in_part_does_not_hide_the_delimiter() {
        List<BufferedPart> parts = parse("--b\r\n" + PART + "\r\n1\r\n-\r\r\n--\r\n--b--");

        assertThat(parts).hasSize(1);
        assertThat(parts.get(0).text(StandardCharsets.UTF_8)).isEqualTo("1\r\n-\r\r\n--");
    }

    private List<BufferedPart> parse(String body) {
        return parse("b", body);
    }

    private List<BufferedPart> parse(String boundary, String body) {
        MultipartParser.Parts parts = MultipartParser.parse(body.getBytes(StandardCharsets.UTF_8), request(boundary));
        return parts == null ? null : parts.all();
    }

    private HttpServletRequest request(String boundary) {
        ServletContext context = answering(ServletContext.class, "getAttribute", directory.toFile());
        return (HttpServletRequest) Proxy.newProxyInstance(
                getClass().getClassLoader(),
                new Class<?>[] {HttpServletRequest.class},
                (proxy, method, arguments) -> switch (method.getName()) {
                    case "getContentType" -> "multipart/form-data; boundary=" + boundary;
                    case "getServletContext" -> context;
                    default -> null;
                });
    }

    private static <T> T answering(Class<T> type, String name, Object value) {
        return type.cast(Proxy.newProxyInstance(
                type.getClassLoader(),
                new Class<?>[] {type},
                (proxy, method, arguments) -> method.getName().equals(name) ? value : null));
    }
}
