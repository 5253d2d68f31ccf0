package dev.idempotency.documentation;

import static org.assertj.core.api.Assertions.assertThatCode;

import dev.idempotency.sample.OrdersApplication;
import dev.idempotency.testbed.Database;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;

class ReadmeWalkthroughTest {

    @Test
    void the_walk_through_that_the_readme_begins_comes_out_as_it_says() {
        Database database = Database.create();
        try (ConfigurableApplicationContext sample = new SpringApplicationBuilder(OrdersApplication.class)
                .run(
                        "--server.port=0",
                        "--payments.timeout=1s",
                        "--spring.datasource.url=" + database.url(),
                        "--spring.datasource.username=" + database.user(),
                        "--spring.datasource.password=" + database.password())) {
            String authority = "localhost:" + sample.getEnvironment().getProperty("local.server.port");

            List<Step> steps = Stream.of("README.md", "docs/walk-through.md")
                    .map(name -> MarkdownFile.read(Checkout.root().resolve(name)))
                    .flatMap(document -> Walkthrough.steps(document).stream())
                    .toList();

            assertThatCode(() -> new Walkthrough(steps, authority).run()).doesNotThrowAnyException();
        }
    }
}
