package dev.idempotency.sample.payment;

import dev.idempotency.sample.order.OrderService;
import dev.idempotency.spring.Idempotent;
import dev.idempotency.spring.Mode;
import jakarta.validation.Valid;
import java.security.Principal;
import org.springframework.dao.DataAccessException;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

@RestController
@RequestMapping("/payments")
class PaymentController {

    private final OrderService orders;
    private final PaymentProvider provider;
    private final Payments payments;
    private final ChargeKeys keys;

    PaymentController(OrderService orders, PaymentProvider provider, Payments payments, ChargeKeys keys) {
        this.orders = orders;
        this.provider = provider;
        this.payments = payments;
        this.keys = keys;
    }

    /** Charged but not in our books is neither done nor undone: hence unknown when the database fails. */
    @PostMapping
    @ResponseStatus(HttpStatus.CREATED)
    @Idempotent(mode = Mode.LEASE, unknownOn = DataAccessException.class)
    Payment pay(
            @Valid @RequestBody NewPayment payment, @RequestHeader("Idempotency-Key") String key, Principal tenant) {
        orders.get(tenant.getName(), payment.orderId());
        Charge charge = provider.charge(keys.of(tenant.getName(), key), payment);
        return payments.record(charge);
    }
}
