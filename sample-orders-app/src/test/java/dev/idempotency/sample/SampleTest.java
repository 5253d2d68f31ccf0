package dev.idempotency.sample;

import dev.idempotency.testbed.Database;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.test.context.DynamicPropertyRegistry;
import org.springframework.test.context.DynamicPropertySource;

/** The application as it is, on a port of its own. All tests share its database: none may count what others do. */
@SpringBootTest(webEnvironment = WebEnvironment.RANDOM_PORT, properties = "payments.timeout=1s")
public abstract class SampleTest {

    protected final Customer alice;
    protected final Customer bob;
    protected final Customer operator;

    protected SampleTest(int port) {
        this.alice = new Customer("alice", port);
        this.bob = new Customer("bob", port);
        this.operator = new Customer("operator", port);
    }

    @DynamicPropertySource
    static void database(DynamicPropertyRegistry registry) {
        Database database = Database.create();
        registry.add("spring.datasource.url", database::url);
        registry.add("spring.datasource.username", database::user);
        registry.add("spring.datasource.password", database::password);
    }
}
