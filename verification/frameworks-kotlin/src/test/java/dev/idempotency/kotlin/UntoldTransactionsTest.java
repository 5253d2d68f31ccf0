package dev.idempotency.kotlin;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpResponse;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** What goes on elsewhere though no signature says so ends as if it had thrown. */
class UntoldTransactionsTest {

    private static final Map<KotlinApp.Server, KotlinApp> APPS = new EnumMap<>(KotlinApp.Server.class);
    private static final List<String> PATHS = List.of(
            "/mono",
            "/flow",
            "/callable",
            "/future",
            "/any",
            "/started",
            "/swallowed",
            "/unwrapped",
            "/translated",
            "/suspended/one",
            "/entities/one",
            "/events",
            "/later");

    private final String key = UUID.randomUUID().toString();

    @BeforeAll
    static void start() {
        for (KotlinApp.Server server : KotlinApp.Server.values()) {
            APPS.put(server, KotlinApp.start(server, Untold.class, Untroubled.class, UntoldRoutes.class));
        }
    }

    @BeforeEach
    void nothingHasBegun() {
        UntoldKt.BEGUN.set(0);
        APPS.values().forEach(KotlinApp::empty);
    }

    @AfterAll
    static void stop() {
        APPS.values().forEach(KotlinApp::close);
    }

    static Stream<Arguments> everywhere() {
        return Stream.of(KotlinApp.Server.values())
                .flatMap(server -> PATHS.stream().map(path -> Arguments.of(server, path)));
    }

    @ParameterizedTest
    @MethodSource("everywhere")
    void nothing_is_done_or_stored_outside_the_transaction_and_the_caller_is_told(
            KotlinApp.Server server, String path) {
        KotlinApp app = APPS.get(server);

        HttpResponse<String> first = app.post(path, key);
        HttpResponse<String> again = app.post(path, key);

        assertThat(first.statusCode()).as(first.body()).isBetween(500, 599);
        assertThat(again.statusCode()).as(again.body()).isBetween(500, 599);
        assertThat(again.headers().firstValue("Idempotency-Replayed")).isEmpty();
        assertThat(app.rows()).isZero();
        assertThat(app.records(key)).isZero();
        assertThat(UntoldKt.BEGUN).as("what no transaction covers").hasValue(0);
    }
}
