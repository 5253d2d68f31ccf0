package dev.idempotency.chaos.application;

import dev.idempotency.chaos.plant.PlantConfiguration;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.context.annotation.Import;

/** Run as a process of its own; see {@code application.properties}. */
@SpringBootApplication
@Import(PlantConfiguration.class)
public class ChaosApplication {

    public static void main(String[] arguments) {
        SpringApplication.run(ChaosApplication.class, arguments);
    }
}
