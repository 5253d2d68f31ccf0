package dev.idempotency.outsiders.shop;

import java.net.URI;
import java.net.http.HttpClient;
import java.time.Duration;
import java.util.Optional;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.http.client.JdkClientHttpRequestFactory;
import org.springframework.stereotype.Component;
import org.springframework.web.client.RestClient;

/** Speaks with the bank. */
@Component
class BankClient {

    private final RestClient http;

    BankClient(@Value("${bank.url}") URI bank) {
        JdkClientHttpRequestFactory requests = new JdkClientHttpRequestFactory(HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .connectTimeout(Duration.ofSeconds(2))
                .build());
        requests.setReadTimeout(Duration.ofSeconds(2));
        this.http = RestClient.builder().baseUrl(bank).requestFactory(requests).build();
    }

    String charge(String key, String card) {
        return http.post().uri("/charges/{key}/{card}", key, card).retrieve().requiredBody(String.class);
    }

    Optional<String> findByKey(String key) {
        String found = http.get().uri("/charges/{key}", key).retrieve().body(String.class);
        return Optional.ofNullable(found).filter(text -> !text.isEmpty());
    }
}
