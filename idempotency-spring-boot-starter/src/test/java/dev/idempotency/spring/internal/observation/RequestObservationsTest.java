package dev.idempotency.spring.internal.observation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.idempotency.spring.Mode;
import dev.idempotency.spring.endpoint.DocumentedSettings;
import dev.idempotency.spring.endpoint.ProtectedEndpoint;
import dev.idempotency.spring.observation.DefaultIdempotencyRequestConvention;
import dev.idempotency.spring.observation.IdempotencyObservation;
import dev.idempotency.spring.observation.IdempotencyRequestContext;
import dev.idempotency.spring.observation.IdempotencyRequestConvention;
import dev.idempotency.spring.web.RequestOutcome;
import io.micrometer.common.KeyValue;
import io.micrometer.common.KeyValues;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationHandler;
import io.micrometer.observation.ObservationRegistry;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.springframework.mock.web.MockHttpServletRequest;

class RequestObservationsTest {

    private static final ProtectedEndpoint ENDPOINT =
            DocumentedSettings.get().mode(Mode.TRANSACTIONAL).endpoint("PATCH /orders/{id}");

    private final ObservationRegistry registry = ObservationRegistry.create();
    private final List<Observation.Context> stopped = new ArrayList<>();
    private final MockHttpServletRequest request = new MockHttpServletRequest();

    RequestObservationsTest() {
        registry.observationConfig().observationHandler(new ObservationHandler<>() {
            @Override
            public void onStop(Observation.Context context) {
                stopped.add(context);
            }

            @Override
            public boolean supportsContext(Observation.Context context) {
                return true;
            }
        });
    }

    @Test
    void a_request_is_observed_from_arrival_to_outcome_below_the_current_observation() {
        RequestObservations observations = new RequestObservations(registry, null);
        Observation http = Observation.start("http", registry);
        http.scoped(() -> observations.onArrival(ENDPOINT, request));
        assertThat(stopped).isEmpty();
        observations.onOutcome(ENDPOINT, request, RequestOutcome.OUTCOME_UNKNOWN);

        assertThat(stopped).singleElement().satisfies(context -> {
            assertThat(context.getName()).isEqualTo("idempotency.request");
            assertThat(context.getContextualName()).isEqualTo("idempotent PATCH /orders/{id}");
            assertThat(context.getLowCardinalityKeyValues())
                    .containsExactlyInAnyOrder(
                            KeyValue.of("outcome", "outcome_unknown"),
                            KeyValue.of("method", "PATCH"),
                            KeyValue.of("uri", "/orders/{id}"),
                            KeyValue.of("mode", "transactional"));
            assertThat(context.getHighCardinalityKeyValues()).isEmpty();
            assertThat(context.getParentObservation()).isSameAs(http);
        });
    }

    @Test
    void the_documented_keys_are_the_ones_that_are_there() {
        assertThat(Arrays.stream(IdempotencyObservation.REQUEST.getLowCardinalityKeyNames())
                        .map(key -> key.asString()))
                .containsExactlyInAnyOrder("outcome", "method", "uri", "mode");
        assertThat(IdempotencyObservation.REQUEST.getDefaultConvention())
                .isEqualTo(DefaultIdempotencyRequestConvention.class);
    }

    @Test
    void an_application_may_name_them_itself() {
        RequestObservations observations = new RequestObservations(registry, new IdempotencyRequestConvention() {
            @Override
            public String getName() {
                return "own";
            }

            @Override
            public KeyValues getLowCardinalityKeyValues(IdempotencyRequestContext context) {
                return KeyValues.of("what", context.endpoint().operation());
            }
        });
        observations.onArrival(ENDPOINT, request);
        observations.onOutcome(ENDPOINT, request, RequestOutcome.EXECUTED);

        assertThat(stopped).singleElement().satisfies(context -> {
            assertThat(context.getName()).isEqualTo("own");
            assertThat(context.getLowCardinalityKeyValues()).containsExactly(KeyValue.of("what", "PATCH /orders/{id}"));
        });
    }
}
