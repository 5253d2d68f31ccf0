package dev.idempotency.spring.internal.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import dev.idempotency.core.store.StoreOperation;
import dev.idempotency.spring.internal.observation.RequestObservations;
import dev.idempotency.spring.web.RequestOutcome;
import io.micrometer.core.instrument.observation.DefaultMeterObservationHandler;
import io.micrometer.observation.ObservationRegistry;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.mock.web.MockHttpServletRequest;
import org.yaml.snakeyaml.Yaml;
import tools.jackson.databind.json.JsonMapper;

/** What is told to operators about metrics is true. */
class OperationsDocumentsTest {

    private static final Path FOLDER = Path.of("..", "docs", "operations");
    private static final Pattern METRIC = Pattern.compile("\\bidempotency_[a-z_]+");
    private static final Pattern COUNTER = Pattern.compile("(?m)^# TYPE (idempotency_[a-z_]+) counter$");
    private static final Pattern METER = Pattern.compile("(?m)^\\| `(idempotency\\.[a-z_.]+)` \\|");

    private final PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);

    OperationsDocumentsTest() {
        new Meters(registry).ofStore.around(StoreOperation.RESERVE, () -> "reserved");
        ObservationRegistry observations = ObservationRegistry.create();
        observations.observationConfig().observationHandler(new DefaultMeterObservationHandler(registry));
        RequestObservations requests = new RequestObservations(observations, null);
        MockHttpServletRequest request = new MockHttpServletRequest();
        requests.onArrival(Meters.ENDPOINT, request);
        requests.onOutcome(Meters.ENDPOINT, request, RequestOutcome.EXECUTED);
    }

    @ParameterizedTest
    @ValueSource(strings = {"grafana-dashboard.json", "prometheus-alerts.yml"})
    void dashboard_and_alerts_name_only_metrics_that_exist(String file) throws IOException {
        Set<String> real = names(METRIC, registry.scrape());

        assertThat(names(METRIC, Files.readString(FOLDER.resolve(file))))
                .isNotEmpty()
                .isSubsetOf(real);
    }

    @Test
    void dashboard_and_alerts_can_be_read() throws IOException {
        assertThat(new JsonMapper()
                        .readTree(Files.readString(FOLDER.resolve("grafana-dashboard.json")))
                        .get("panels")
                        .size())
                .isPositive();
        assertThat(new Yaml().<Map<String, Object>>load(Files.readString(FOLDER.resolve("prometheus-alerts.yml"))))
                .containsOnlyKeys("groups");
    }

    @Test
    void every_counter_is_on_the_dashboard() throws IOException {
        String dashboard = Files.readString(FOLDER.resolve("grafana-dashboard.json"));
        Set<String> counters = COUNTER.matcher(registry.scrape())
                .results()
                .map(found -> found.group(1))
                .collect(Collectors.toSet());

        assertThat(counters).hasSize(12).allMatch(dashboard::contains);
    }

    @Test
    void the_page_tells_of_exactly_the_meters_that_exist() throws IOException {
        String page = Files.readString(FOLDER.resolve("metrics.md"));

        assertThat(METER.matcher(page).results().map(found -> found.group(1)))
                .containsExactlyInAnyOrderElementsOf(registry.getMeters().stream()
                        .map(meter -> meter.getId().getName())
                        .filter(name -> !name.equals("idempotency.request.active"))
                        .collect(Collectors.toSet()));
        assertThat(Arrays.stream(RequestOutcome.values())
                        .map(outcome -> '`' + outcome.name().toLowerCase(Locale.ROOT) + '`'))
                .allMatch(page::contains);
    }

    private static Set<String> names(Pattern pattern, String text) {
        return pattern.matcher(text).results().map(MatchResult::group).collect(Collectors.toCollection(TreeSet::new));
    }
}
