package dev.idempotency.chaos.application;

import dev.idempotency.chaos.seededbug.SeededBugConfiguration;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.context.annotation.Import;

/** Run as a process of its own; see {@code application.properties}. */
@SpringBootApplication
@Import(SeededBugConfiguration.class)
public class ChaosApplication {

    public static void main(String[] arguments) {
        SpringApplication.run(ChaosApplication.class, arguments);
    }
}
