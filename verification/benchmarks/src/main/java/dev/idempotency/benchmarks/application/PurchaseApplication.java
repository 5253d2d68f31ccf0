package dev.idempotency.benchmarks.application;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;

/** Run as a process of its own. With {@code idempotency.enabled=false} it is the application that protection is compared with. */
@SpringBootApplication
public class PurchaseApplication {

    public static void main(String[] arguments) {
        SpringApplication.run(PurchaseApplication.class, arguments);
    }
}
