package dev.idempotency.outsiders.shop;

import java.io.IOException;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;

/** A shop for the tests of a class; each of them has a key and goods of its own. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class OpenShop {

    Shop shop;
    Customer anna;
    Customer ben;
    Customer unknown;

    @BeforeAll
    void open() throws IOException {
        shop = Shop.open();
        anna = shop.customer("anna");
        ben = shop.customer("ben");
        unknown = shop.customer("");
    }

    @AfterAll
    void close() {
        shop.close();
    }

    static String fresh() {
        return UUID.randomUUID().toString();
    }

    static String order(String sku, int quantity) {
        return "{\"sku\":\"%s\",\"quantity\":%d}".formatted(sku, quantity);
    }

    static boolean isReplay(HttpResponse<?> answer) {
        return answer.headers().firstValue("Idempotency-Replayed").isPresent();
    }

    static List<HttpResponse<String>> atOnce(int copies, IntFunction<HttpResponse<String>> request) {
        ExecutorService threads = Executors.newFixedThreadPool(copies);
        try {
            List<CompletableFuture<HttpResponse<String>>> sent = IntStream.range(0, copies)
                    .mapToObj(copy -> CompletableFuture.supplyAsync(() -> request.apply(copy), threads))
                    .toList();
            return sent.stream().map(CompletableFuture::join).toList();
        } finally {
            threads.shutdown();
        }
    }
}
