package dev.idempotency.client.autoconfigure;

import dev.idempotency.client.spring.IdempotentCallInterceptor;
import org.springframework.web.client.RestClient;
import org.springframework.web.client.RestTemplate;

/** Adds the interceptor to the builders of {@code RestClient}, and to every {@code RestTemplate} that a builder makes. */
final class RestClientCustomizers extends CustomizerRegistrar {

    RestClientCustomizers() {
        super(
                "idempotentCallInterceptor",
                "org.springframework.boot.restclient.RestClientCustomizer",
                "org.springframework.boot.restclient.RestTemplateCustomizer",
                "org.springframework.boot.web.client.RestClientCustomizer",
                "org.springframework.boot.web.client.RestTemplateCustomizer");
    }

    static Object customizer(Class<?> type, IdempotentCallInterceptor interceptor) {
        return proxy(type, RestClientCustomizers::add, interceptor);
    }

    private static void add(Object customized, Object interceptor) {
        IdempotentCallInterceptor added = (IdempotentCallInterceptor) interceptor;
        if (customized instanceof RestClient.Builder builder) {
            builder.requestInterceptor(added);
        } else if (customized instanceof RestTemplate template) {
            template.getInterceptors().add(added);
        }
    }
}
