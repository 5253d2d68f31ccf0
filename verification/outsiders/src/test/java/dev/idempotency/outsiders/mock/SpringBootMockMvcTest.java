package dev.idempotency.outsiders.mock;

import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.webmvc.test.autoconfigure.AutoConfigureMockMvc;
import org.springframework.test.web.servlet.assertj.MockMvcTester;

@SpringBootTest(properties = "idempotency.store=memory")
@AutoConfigureMockMvc
class SpringBootMockMvcTest extends MockedTicketsContract {

    @Autowired
    private MockMvcTester mvc;

    @Override
    MockMvcTester mvc() {
        return mvc;
    }
}
