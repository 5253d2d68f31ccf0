package dev.idempotency.outsiders.mock;

import dev.idempotency.spring.web.ContextArgumentResolver;
import org.junit.jupiter.api.BeforeEach;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.test.web.servlet.assertj.MockMvcTester;
import org.springframework.test.web.servlet.setup.MockMvcBuilders;

/** Only the controller and the filter: MockMvc's own mappings instead of the application's. */
@SpringBootTest(properties = "idempotency.store=memory")
class StandaloneMockMvcTest extends MockedTicketsContract {

    @Autowired
    private TicketController controller;

    @Autowired
    @Qualifier("idempotencyFilter") private FilterRegistrationBean<?> filter;

    private MockMvcTester mvc;

    @BeforeEach
    void build() {
        mvc = MockMvcTester.create(MockMvcBuilders.standaloneSetup(controller)
                .setCustomArgumentResolvers(new ContextArgumentResolver())
                .addFilters(filter.getFilter())
                .build());
    }

    @Override
    MockMvcTester mvc() {
        return mvc;
    }
}
