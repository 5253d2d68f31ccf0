package dev.idempotency.spring.endtoend;

import dev.idempotency.core.reconcile.ReconcileResult;
import dev.idempotency.core.reconcile.Reconciler;
import dev.idempotency.core.reconcile.UnknownRun;
import dev.idempotency.spring.Idempotent;
import dev.idempotency.spring.Mode;
import dev.idempotency.testbed.TcpProxy;
import java.net.SocketTimeoutException;
import java.util.concurrent.CountDownLatch;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RestController;

/** Answers with what it was sent, in both modes, and fails in as many ways as there are; its reconciler fails too. */
@RestController
class MarkedHandlers implements Reconciler {

    static volatile TcpProxy network;
    static volatile CountDownLatch entered = new CountDownLatch(1);
    static volatile CountDownLatch gate = new CountDownLatch(0);

    @PostMapping("/lease/{what}")
    @Idempotent
    ResponseEntity<String> lease(@PathVariable String what, @RequestBody String body) throws Exception {
        return run(what, body);
    }

    @PostMapping("/transactional/{what}")
    @Idempotent(mode = Mode.TRANSACTIONAL)
    ResponseEntity<String> transactional(@PathVariable String what, @RequestBody String body) throws Exception {
        return run(what, body);
    }

    private static ResponseEntity<String> run(String what, String body) throws Exception {
        switch (what) {
            case "throws" -> throw new IllegalStateException("on purpose");
            case "timeout" -> throw new SocketTimeoutException("on purpose");
            case "503" -> {
                return ResponseEntity.status(503).body(body);
            }
            case "waits" -> {
                entered.countDown();
                gate.await();
            }
            case "cuts" -> network.refuse();
            case "large" -> {
                return ResponseEntity.ok(body.repeat(20));
            }
            default -> {}
        }
        return ResponseEntity.ok().header("Location", "/" + body.length()).body(body);
    }

    @Override
    public boolean handles(String operation) {
        return operation.startsWith("POST /lease");
    }

    @Override
    public ReconcileResult find(UnknownRun run) {
        throw new IllegalStateException("the provider is away");
    }
}
