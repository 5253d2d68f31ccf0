package dev.idempotency.outsiders.shop;

import dev.idempotency.spring.IdempotencyContext;
import dev.idempotency.spring.Idempotent;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

/** The money is the bank's: what it did cannot be rolled back. */
@RestController
class PaymentController {

    record NewPayment(long orderId, long amountCents, String card) {}

    record Payment(String chargeId, long orderId) {}

    private final BankClient bank;

    PaymentController(BankClient bank) {
        this.bank = bank;
    }

    @PostMapping("/payments")
    @Idempotent
    @ResponseStatus(HttpStatus.CREATED)
    Payment pay(@RequestBody NewPayment payment, IdempotencyContext idempotency) {
        String charge = bank.charge(idempotency.downstreamKey("charge"), payment.card());
        return new Payment(charge, payment.orderId());
    }
}
