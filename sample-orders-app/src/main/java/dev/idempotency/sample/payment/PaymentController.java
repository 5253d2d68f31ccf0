package dev.idempotency.sample.payment;

import dev.idempotency.sample.order.OrderService;
import dev.idempotency.spring.IdempotencyContext;
import dev.idempotency.spring.Idempotent;
import dev.idempotency.spring.Mode;
import jakarta.validation.Valid;
import java.security.Principal;
import org.springframework.dao.DataAccessException;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

@RestController
@RequestMapping("/payments")
class PaymentController {

    /** The step that the provider is called in. */
    static final String CHARGE = "charge";

    private final OrderService orders;
    private final PaymentProvider provider;
    private final Payments payments;

    PaymentController(OrderService orders, PaymentProvider provider, Payments payments) {
        this.orders = orders;
        this.provider = provider;
        this.payments = payments;
    }

    /** Charged but not in our books is neither done nor undone: hence unknown when the database fails. */
    @PostMapping
    @ResponseStatus(HttpStatus.CREATED)
    @Idempotent(mode = Mode.LEASE, unknownOn = DataAccessException.class)
    Payment pay(@Valid @RequestBody NewPayment payment, Principal tenant, IdempotencyContext context) {
        orders.get(tenant.getName(), payment.orderId());
        Charge charge = provider.charge(context.downstreamKey(CHARGE), payment);
        return payments.record(charge);
    }
}
