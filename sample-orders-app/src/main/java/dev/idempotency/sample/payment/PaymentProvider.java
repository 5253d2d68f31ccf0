package dev.idempotency.sample.payment;

import dev.idempotency.client.IdempotentCalls;
import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpConnectTimeoutException;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.web.client.HttpClientErrorException;
import org.springframework.web.client.ResourceAccessException;
import org.springframework.web.client.RestClient;
import org.springframework.web.client.RestClientException;

/** The provider as we call it. Whatever it does, the caller learns whether it has charged, has not, or may have. */
final class PaymentProvider {

    private final RestClient http;
    private final Routes routes;

    PaymentProvider(RestClient http, Routes routes) {
        this.http = http;
        this.routes = routes;
    }

    /** Charges once, however often it is called with this key. */
    Charge charge(String key, NewPayment payment) {
        URI target = routes.of(payment.card(), key).resolve("/charges");
        try {
            Charge charge = http.post()
                    .uri(target)
                    .attribute(IdempotentCalls.KEY, key)
                    .contentType(MediaType.APPLICATION_JSON)
                    .body(payment)
                    .retrieve()
                    .body(Charge.class);
            if (charge == null) {
                throw new RestClientException("The provider's answer is empty");
            }
            return charge;
        } catch (HttpClientErrorException e) {
            throw e.getStatusCode() == HttpStatus.PAYMENT_REQUIRED
                    ? PaymentException.declined()
                    : PaymentException.unanswered(e);
        } catch (ResourceAccessException e) {
            if (wasNeverConnected(e)) {
                routes.undelivered(key);
                throw PaymentException.unreachable(e);
            }
            throw PaymentException.unanswered(e);
        } catch (RestClientException e) {
            throw PaymentException.unanswered(e);
        }
    }

    /** What became of the charge for the key. */
    Search find(String key) {
        try {
            Charge charge = http.get()
                    .uri(routes.provider().resolve("/charges/" + key))
                    .retrieve()
                    .body(Charge.class);
            return charge == null ? new Search.Underway() : new Search.Charged(charge);
        } catch (HttpClientErrorException.NotFound nothingCharged) {
            return new Search.Nothing();
        }
    }

    private static boolean wasNeverConnected(ResourceAccessException e) {
        return e.getCause() instanceof ConnectException || e.getCause() instanceof HttpConnectTimeoutException;
    }
}
