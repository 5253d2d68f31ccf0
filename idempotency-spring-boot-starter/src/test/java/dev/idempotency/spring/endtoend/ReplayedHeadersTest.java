package dev.idempotency.spring.endtoend;

import static org.assertj.core.api.Assertions.assertThat;

import dev.idempotency.spring.endtoend.OrdersApp.Server;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.web.bind.annotation.PostMapping;

/** A replay is never less protected, and never more cacheable, than the first answer: header by header, with Spring Security. */
class ReplayedHeadersTest {

    private static final Set<String> MAY_DIFFER =
            Set.of("Connection", "Date", "Idempotency-Replayed", "Keep-Alive", "Vary");

    private final String key = UUID.randomUUID().toString();

    static Stream<Arguments> everywhere() {
        List<String> paths = Stream.of(
                        paths("/lease", HeaderAnswers.class),
                        paths("/transactional", HeaderAnswers.class),
                        paths("/later", LaterHeaderAnswers.class))
                .flatMap(some -> some)
                .sorted()
                .toList();
        return Stream.of(Server.values()).flatMap(server -> paths.stream().map(path -> Arguments.of(server, path)));
    }

    private static Stream<String> paths(String base, Class<?> handlers) {
        return Arrays.stream(handlers.getDeclaredMethods())
                .filter(method -> method.isAnnotationPresent(PostMapping.class))
                .map(method -> base + method.getAnnotation(PostMapping.class).value()[0]);
    }

    @ParameterizedTest
    @MethodSource("everywhere")
    void the_replay_has_the_headers_of_the_first_answer_and_no_others(Server server, String path) {
        OrdersApp app = HeaderApp.on(server);

        HttpResponse<String> first = post(app, path, key);
        HttpResponse<String> replay = post(app, path, key);

        assertThat(first.headers().firstValue("Idempotency-Expires")).isPresent();
        assertThat(first.headers().allValues("X-Content-Type-Options")).containsOnly("nosniff");
        assertThat(replay.headers().firstValue("Idempotency-Replayed")).contains("true");
        assertThat(replay.statusCode()).isEqualTo(first.statusCode());
        assertThat(replay.body()).isEqualTo(first.body());
        assertThat(comparable(replay)).isEqualTo(comparable(first));
        assertThat(vary(replay)).containsAll(vary(first));
    }

    @ParameterizedTest
    @EnumSource
    void headers_that_a_handler_took_back_from_filters_are_on_the_replay_again(Server server) {
        OrdersApp app = HeaderApp.on(server);

        Map<String, List<String>> first = comparable(post(app, "/taken-back", key));
        Map<String, List<String>> replay = comparable(post(app, "/taken-back", key));

        assertThat(first).doesNotContainKeys("Content-Security-Policy", "X-Request-Id");
        assertThat(replay).containsAllEntriesOf(first);
        replay.keySet().removeAll(first.keySet());
        assertThat(replay).containsOnlyKeys("Link", "X-Request-Id");
    }

    @ParameterizedTest
    @EnumSource
    void what_filters_say_anew_for_each_answer_is_not_taken_from_the_first(Server server) {
        OrdersApp app = HeaderApp.on(server);

        for (String path : List.of("/nonce/now", "/nonce/later", "/nonce/error")) {
            HttpResponse<String> first = post(app, path, key + path);
            HttpResponse<String> replay = post(app, path, key + path);

            assertThat(replay.headers().firstValue("Idempotency-Replayed")).contains("true");
            assertThat(first.headers().allValues("Content-Security-Policy")).hasSize(1);
            assertThat(replay.headers().allValues("Content-Security-Policy"))
                    .hasSize(1)
                    .doesNotContainAnyElementsOf(first.headers().allValues("Content-Security-Policy"));
        }
    }

    @ParameterizedTest
    @EnumSource
    void a_download_stays_a_download(Server server) {
        HttpResponse<String> replay = replayOf(server, "/lease/download");

        assertThat(replay.headers().allValues("Content-Disposition"))
                .containsExactly("attachment; filename=\"orders.html\"");
        assertThat(replay.headers().allValues("X-Content-Type-Options")).containsExactly("nosniff");
    }

    @ParameterizedTest
    @EnumSource
    void what_a_handler_or_a_filter_behind_ours_says_against_attacks_is_said_again(Server server) {
        HttpResponse<String> replay = replayOf(server, "/lease/policies");

        assertThat(replay.headers().allValues("Content-Security-Policy")).containsExactly(HeaderAnswers.POLICY);
        assertThat(replay.headers().allValues("Referrer-Policy")).containsExactly("no-referrer");
        assertThat(replay.headers().allValues("Permissions-Policy")).containsExactly("camera=()");
    }

    @ParameterizedTest
    @EnumSource
    void an_empty_replay_has_the_headers_of_spring_security(Server server) {
        HttpResponse<String> replay = replayOf(server, "/lease/empty");

        assertThat(replay.headers().allValues("X-Frame-Options")).containsExactly("DENY");
        assertThat(replay.headers().allValues("Pragma")).containsExactly("no-cache");
        assertThat(replay.headers().allValues("Expires")).containsExactly("0");
    }

    @ParameterizedTest
    @EnumSource
    void the_replay_of_an_asynchronous_answer_may_be_cached_by_nobody_either(Server server) {
        HttpResponse<String> replay = replayOf(server, "/later/deferred");

        assertThat(replay.headers().allValues("Cache-Control"))
                .containsExactly("no-cache, no-store, max-age=0, must-revalidate");
        assertThat(replay.headers().allValues("Pragma")).containsExactly("no-cache");
        assertThat(replay.headers().allValues("Expires")).containsExactly("0");
    }

    @ParameterizedTest
    @EnumSource
    void a_handlers_vary_and_that_of_the_filters_around_it_are_both_on_the_replay(Server server) {
        assertThat(replayOf(server, "/lease/language").headers().allValues("Vary"))
                .containsExactly("Origin", "Accept-Language");
        assertThat(String.join(
                        ", ", replayOf(server, "/lease/language-only").headers().allValues("Vary")))
                .contains("Origin", "Accept-Language");
    }

    private HttpResponse<String> replayOf(Server server, String path) {
        OrdersApp app = HeaderApp.on(server);
        String other = key + path;
        post(app, path, other);
        HttpResponse<String> replay = post(app, path, other);
        assertThat(replay.headers().firstValue("Idempotency-Replayed")).contains("true");
        return replay;
    }

    private static HttpResponse<String> post(OrdersApp app, String path, String key) {
        String alice = Base64.getEncoder().encodeToString("alice:alice".getBytes(StandardCharsets.UTF_8));
        return app.post(path, key, "{\"sku\":\"book\"}", "Authorization", "Basic " + alice, "Accept-Language", "de");
    }

    private static Map<String, List<String>> comparable(HttpResponse<String> answer) {
        Map<String, List<String>> headers = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        headers.putAll(answer.headers().map());
        MAY_DIFFER.forEach(headers::remove);
        return headers;
    }

    /** What filters around ours say is added, also where the handler had replaced it. */
    private static Set<String> vary(HttpResponse<String> answer) {
        Set<String> names = new TreeSet<>(String.CASE_INSENSITIVE_ORDER);
        answer.headers().allValues("Vary").forEach(line -> names.addAll(List.of(line.split(", *"))));
        return names;
    }
}
