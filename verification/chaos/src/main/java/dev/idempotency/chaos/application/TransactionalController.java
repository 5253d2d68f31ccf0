package dev.idempotency.chaos.application;

import dev.idempotency.chaos.history.Receipt;
import dev.idempotency.spring.Idempotent;
import dev.idempotency.spring.Mode;
import jakarta.servlet.http.HttpServletRequest;
import java.util.Map;
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
    ResponseEntity<byte[]> transactional(HttpServletRequest request, @RequestBody Map<String, String> body) {
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
        return Receipts.response(HttpStatus.CREATED, receipt);
    }
}
