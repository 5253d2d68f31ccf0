package dev.idempotency.client.script;

import static org.assertj.core.api.Assertions.assertThat;

import dev.idempotency.client.CallSettings;
import dev.idempotency.client.IdempotentCall;
import dev.idempotency.client.IdempotentCalls;
import dev.idempotency.client.feign.IdempotentCapability;
import dev.idempotency.client.reactive.IdempotentExchangeFilter;
import dev.idempotency.client.spring.IdempotentCallInterceptor;
import dev.idempotency.client.spring.IdempotentCallProcessor;
import feign.Feign;
import java.net.URI;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.web.bind.annotation.RequestAttribute;
import org.springframework.web.client.RestClient;
import org.springframework.web.client.support.RestClientAdapter;
import org.springframework.web.reactive.function.client.WebClient;
import org.springframework.web.service.annotation.PostExchange;
import org.springframework.web.service.invoker.HttpServiceProxyFactory;

/** How each kind of client names the step of a call. */
class StepKeysTest {

    private final ScriptedServer server = new ScriptedServer(List.of(Reply.created()));
    private final IdempotentCalls calls = new IdempotentCalls(CallSettings.forHost("127.0.0.1"));
    private final RestClient client = RestClient.builder()
            .requestInterceptor(new IdempotentCallInterceptor(calls))
            .build();

    @AfterEach
    void close() throws Exception {
        server.close();
    }

    @Test
    void a_method_of_an_http_interface_names_its_step() {
        Charges charges = HttpServiceProxyFactory.builderFor(RestClientAdapter.create(client))
                .httpRequestValuesProcessor(new IdempotentCallProcessor())
                .build()
                .createClient(Charges.class);

        IdempotentCalls.within("order", () -> charges.charge(server.uri()));
        IdempotentCalls.within("order", () -> charges.refund(server.uri(), "refund"));

        assertThat(keys()).containsExactly("order:charge", "order:refund");
    }

    @Test
    void a_method_of_a_feign_client_names_its_step() {
        FeignCharges charges = Feign.builder()
                .addCapability(new IdempotentCapability(calls))
                .target(FeignCharges.class, "http://" + server.uri().getAuthority());

        IdempotentCalls.within("order", () -> charges.charge());

        assertThat(keys()).containsExactly("order:charge");
    }

    @Test
    void a_reactive_chain_names_its_business_id_in_its_context() {
        WebClient reactive =
                WebClient.builder().filter(new IdempotentExchangeFilter(calls)).build();

        reactive.post()
                .uri(server.uri())
                .attribute(IdempotentCalls.STEP, "charge")
                .retrieve()
                .toBodilessEntity()
                .contextWrite(IdempotentExchangeFilter.within("order"))
                .block();

        assertThat(keys()).containsExactly("order:charge");
    }

    private List<String> keys() {
        return server.seen().stream()
                .flatMap(seen -> seen.values("Idempotency-Key").stream())
                .toList();
    }

    interface Charges {
        @PostExchange
        @IdempotentCall("charge")
        String charge(URI uri);

        @PostExchange
        String refund(URI uri, @RequestAttribute(IdempotentCalls.STEP) String step);
    }

    interface FeignCharges {
        @feign.RequestLine("POST /charges")
        @IdempotentCall("charge")
        String charge();
    }
}
