package dev.idempotency.spring.endtoend;

import dev.idempotency.spring.Idempotent;
import dev.idempotency.testbed.TcpProxy;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RestController;

/** Does its work, and takes the network away before that can be recorded. */
@RestController
class StopsStore {

    static TcpProxy network;

    @PostMapping("/stops")
    @Idempotent
    String stop() {
        network.refuse();
        return "done";
    }
}
