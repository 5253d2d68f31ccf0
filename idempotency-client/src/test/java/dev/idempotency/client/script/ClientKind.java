package dev.idempotency.client.script;

import dev.idempotency.client.IdempotentCalls;
import dev.idempotency.client.feign.IdempotentCapability;
import dev.idempotency.client.jdk.IdempotentHttpClient;
import dev.idempotency.client.reactive.IdempotentExchangeFilter;
import dev.idempotency.client.spring.IdempotentCallInterceptor;
import feign.Feign;
import feign.Request;
import feign.Response;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.springframework.http.HttpMethod;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.http.client.ClientHttpRequestFactory;
import org.springframework.http.client.JdkClientHttpRequestFactory;
import org.springframework.http.client.SimpleClientHttpRequestFactory;
import org.springframework.http.client.reactive.ReactorClientHttpConnector;
import org.springframework.web.client.RestClient;
import org.springframework.web.client.RestTemplate;
import org.springframework.web.client.support.RestClientAdapter;
import org.springframework.web.reactive.function.client.WebClient;
import org.springframework.web.service.annotation.PostExchange;
import org.springframework.web.service.invoker.HttpServiceProxyFactory;

/** Every kind of client, each with a time-out of its own. */
enum ClientKind {
    REST_CLIENT {
        @Override
        Result post(IdempotentCalls calls, URI uri, byte[] body, Duration timeout) {
            return exchange(restClient(calls, simple(timeout)), uri, body);
        }
    },
    REST_CLIENT_ON_JDK {
        @Override
        Result post(IdempotentCalls calls, URI uri, byte[] body, Duration timeout) {
            JdkClientHttpRequestFactory factory = new JdkClientHttpRequestFactory(JDK);
            factory.setReadTimeout(timeout);
            return exchange(restClient(calls, factory), uri, body);
        }
    },
    REST_TEMPLATE {
        @Override
        Result post(IdempotentCalls calls, URI uri, byte[] body, Duration timeout) {
            RestTemplate template = new RestTemplate(simple(timeout));
            template.setErrorHandler(response -> false);
            template.getInterceptors().add(new IdempotentCallInterceptor(calls));
            return template.execute(
                    uri,
                    HttpMethod.POST,
                    request -> {
                        request.getHeaders().setContentType(MediaType.APPLICATION_JSON);
                        request.getBody().write(body);
                    },
                    response -> new Result(
                            response.getStatusCode().value(), response.getBody().readAllBytes()));
        }
    },
    HTTP_INTERFACE {
        @Override
        Result post(IdempotentCalls calls, URI uri, byte[] body, Duration timeout) {
            RestClient client = restClient(calls, simple(timeout))
                    .mutate()
                    .defaultStatusHandler(status -> true, (request, response) -> {})
                    .build();
            ResponseEntity<byte[]> answer = HttpServiceProxyFactory.builderFor(RestClientAdapter.create(client))
                    .build()
                    .createClient(Charges.class)
                    .charge(uri, body);
            return new Result(answer.getStatusCode().value(), answer.getBody());
        }
    },
    WEB_CLIENT {
        @Override
        Result post(IdempotentCalls calls, URI uri, byte[] body, Duration timeout) {
            reactor.netty.http.client.HttpClient netty =
                    reactor.netty.http.client.HttpClient.create().responseTimeout(timeout);
            return WebClient.builder()
                    .clientConnector(new ReactorClientHttpConnector(netty))
                    .filter(new IdempotentExchangeFilter(calls))
                    .codecs(codecs -> codecs.defaultCodecs().maxInMemorySize(8 << 20))
                    .build()
                    .post()
                    .uri(uri)
                    .contentType(MediaType.APPLICATION_JSON)
                    .bodyValue(body)
                    .exchangeToMono(response -> response.bodyToMono(byte[].class)
                            .defaultIfEmpty(new byte[0])
                            .map(bytes -> new Result(response.statusCode().value(), bytes)))
                    .block(Duration.ofSeconds(30));
        }
    },
    FEIGN {
        @Override
        Result post(IdempotentCalls calls, URI uri, byte[] body, Duration timeout) throws IOException {
            FeignCharges charges = Feign.builder()
                    .addCapability(new IdempotentCapability(calls))
                    .options(new Request.Options(1, TimeUnit.SECONDS, timeout.toMillis(), TimeUnit.MILLISECONDS, true))
                    .target(FeignCharges.class, "http://" + uri.getAuthority());
            try (Response response = charges.charge(body)) {
                byte[] bytes = response.body() == null
                        ? new byte[0]
                        : response.body().asInputStream().readAllBytes();
                return new Result(response.status(), bytes);
            }
        }
    },
    JDK_CLIENT {
        @Override
        Result post(IdempotentCalls calls, URI uri, byte[] body, Duration timeout) throws Exception {
            HttpResponse<byte[]> response = new IdempotentHttpClient(JDK, calls)
                    .send(jdkRequest(uri, body, timeout), HttpResponse.BodyHandlers.ofByteArray());
            return new Result(response.statusCode(), response.body());
        }
    },
    JDK_CLIENT_ASYNCHRONOUS {
        @Override
        Result post(IdempotentCalls calls, URI uri, byte[] body, Duration timeout) throws Exception {
            try {
                HttpResponse<byte[]> response = new IdempotentHttpClient(JDK, calls)
                        .sendAsync(jdkRequest(uri, body, timeout), HttpResponse.BodyHandlers.ofByteArray())
                        .get(30, TimeUnit.SECONDS);
                return new Result(response.statusCode(), response.body());
            } catch (ExecutionException e) {
                throw (Exception) e.getCause();
            }
        }
    };

    /** Longer than a busy machine holds up a call. */
    private static final Duration LONG = Duration.ofSeconds(20);

    private static final HttpClient JDK = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(Duration.ofSeconds(2))
            .followRedirects(HttpClient.Redirect.NORMAL)
            .build();

    /** Posts JSON, and tells whatever the answer is. */
    abstract Result post(IdempotentCalls calls, URI uri, byte[] body, Duration timeout) throws Exception;

    /** The same with a time-out that does not matter. */
    Result post(IdempotentCalls calls, URI uri, byte[] body) throws Exception {
        return post(calls, uri, body, LONG);
    }

    /**
     * HttpURLConnection takes a head that breaks off after the status for a whole one, and gives the status to its caller, who
     * is not told anything wrong.
     */
    boolean noticesTheCutIn(Script script) {
        return script != Script.CUT_IN_THE_HEAD
                || !Set.of(REST_CLIENT, REST_TEMPLATE, HTTP_INTERFACE, FEIGN).contains(this);
    }

    /** Whether a retry ends with the budget of its call. The others have nothing but the time-out of their client. */
    boolean endsWithTheBudget() {
        return Set.of(WEB_CLIENT, FEIGN, JDK_CLIENT, JDK_CLIENT_ASYNCHRONOUS).contains(this);
    }

    private static ClientHttpRequestFactory simple(Duration timeout) {
        SimpleClientHttpRequestFactory factory = new SimpleClientHttpRequestFactory();
        factory.setConnectTimeout(2_000);
        factory.setReadTimeout((int) timeout.toMillis());
        return factory;
    }

    private static RestClient restClient(IdempotentCalls calls, ClientHttpRequestFactory factory) {
        return RestClient.builder()
                .requestFactory(factory)
                .requestInterceptor(new IdempotentCallInterceptor(calls))
                .build();
    }

    private static Result exchange(RestClient client, URI uri, byte[] body) {
        return client.post()
                .uri(uri)
                .contentType(MediaType.APPLICATION_JSON)
                .body(body)
                .exchange((request, response) -> new Result(
                        response.getStatusCode().value(), response.getBody().readAllBytes()));
    }

    private static HttpRequest jdkRequest(URI uri, byte[] body, Duration timeout) {
        return HttpRequest.newBuilder(uri)
                .timeout(timeout)
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofByteArray(body))
                .build();
    }

    record Result(int status, byte[] body) {}

    interface Charges {
        @PostExchange(contentType = "application/json")
        ResponseEntity<byte[]> charge(URI uri, @org.springframework.web.bind.annotation.RequestBody byte[] body);
    }

    interface FeignCharges {
        @feign.RequestLine("POST /charges")
        @feign.Headers("Content-Type: application/json")
        Response charge(byte[] body);
    }
}
