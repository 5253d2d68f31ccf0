package dev.idempotency.client.autoconfigure;

import dev.idempotency.client.reactive.IdempotentExchangeFilter;
import org.springframework.web.reactive.function.client.WebClient;

/** Adds the filter to the builders of {@code WebClient}. */
final class WebClientCustomizers extends CustomizerRegistrar {

    WebClientCustomizers() {
        super(
                "idempotentExchangeFilter",
                "org.springframework.boot.webclient.WebClientCustomizer",
                "org.springframework.boot.web.reactive.function.client.WebClientCustomizer");
    }

    static Object customizer(Class<?> type, IdempotentExchangeFilter filter) {
        return proxy(
                type,
                (builder, added) -> ((WebClient.Builder) builder).filter((IdempotentExchangeFilter) added),
                filter);
    }
}
