package dev.idempotency.chaos.application;

import dev.idempotency.chaos.history.Receipt;
import dev.idempotency.spring.Idempotent;
import dev.idempotency.spring.Mode;
import dev.idempotency.spring.OnStoreFailure;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RestController;

/** An endpoint whose effect is in the database of the records. */
@RestController
class TransactionalController {

    private final OwnLedger own;

    TransactionalController(OwnLedger own) {
        this.own = own;
    }

    @PostMapping("/transactional")
    @Idempotent(mode = Mode.TRANSACTIONAL)
    @Nullable ResponseEntity<byte[]> transactional(
            HttpServletRequest request, HttpServletResponse response, @RequestBody Map<String, String> body)
            throws IOException {
        return inTransaction(request, response, body);
    }

    @PostMapping("/action/{thing}")
    @Idempotent(
            mode = Mode.TRANSACTIONAL,
            entity = "thing:{thing}",
            action = "act:{thing}",
            onStoreFailure = OnStoreFailure.REJECT)
    @Nullable ResponseEntity<byte[]> action(
            HttpServletRequest request, HttpServletResponse response, @RequestBody Map<String, String> body)
            throws IOException {
        return inTransaction(request, response, body);
    }

    private @Nullable ResponseEntity<byte[]> inTransaction(
            HttpServletRequest request, HttpServletResponse response, Map<String, String> body) throws IOException {
        Order order = Order.of(request, body);
        Receipt receipt = order.receipt();
        if (order.act().equals("decline")) {
            return Receipts.response(HttpStatus.PAYMENT_REQUIRED, receipt);
        }
        own.add(order, receipt);
        order.pauseIfSlow();
        if (order.act().equals("fail") && order.isEarly()) {
            throw new IllegalStateException("A failure after the effect was written");
        }
        return Receipts.created(receipt, response);
    }
}
