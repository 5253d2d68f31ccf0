package dev.idempotency.sample.payment;

import dev.idempotency.sample.provider.ProviderServer;
import java.time.Duration;
import org.springframework.boot.http.client.ClientHttpRequestFactoryBuilder;
import org.springframework.boot.http.client.HttpClientSettings;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.web.client.RestClient;

@Configuration(proxyBeanMethods = false)
class PaymentConfiguration {

    private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(2);

    /** With a client that never sends a POST a second time by itself. */
    @Bean
    PaymentProvider paymentProvider(
            RestClient.Builder http, PaymentProperties properties, ProviderServer provider, JdbcClient jdbc) {
        HttpClientSettings settings = HttpClientSettings.defaults().withTimeouts(CONNECT_TIMEOUT, properties.timeout());
        RestClient client = http.requestFactory(
                        ClientHttpRequestFactoryBuilder.jdk().build(settings))
                .build();
        return new PaymentProvider(client, new Routes(jdbc, provider.url(), properties.acquirers()));
    }
}
