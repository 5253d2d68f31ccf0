package dev.idempotency.sample.refund;

import dev.idempotency.sample.order.OrderService;
import dev.idempotency.spring.IdempotencyContext;
import dev.idempotency.spring.Idempotent;
import dev.idempotency.spring.Mode;
import jakarta.validation.Valid;
import java.security.Principal;
import java.util.List;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

@RestController
@RequestMapping("/orders/{id}/refunds")
class RefundController {

    private final OrderService orders;
    private final Refunds refunds;

    RefundController(OrderService orders, Refunds refunds) {
        this.orders = orders;
        this.refunds = refunds;
    }

    /** Not while the order is shipped, and once for each order, whatever the key and however much later. */
    @PostMapping
    @ResponseStatus(HttpStatus.CREATED)
    @Idempotent(mode = Mode.TRANSACTIONAL, entity = "order:{id}", action = "refund:{id}")
    Refund refund(
            @PathVariable long id, @Valid @RequestBody NewRefund refund, Principal tenant, IdempotencyContext context) {
        orders.get(tenant.getName(), id);
        Refund made = refunds.insert(id, refund.amountCents());
        context.refer(Long.toString(made.id()));
        return made;
    }

    @GetMapping
    List<Refund> list(@PathVariable long id, Principal tenant) {
        orders.get(tenant.getName(), id);
        return refunds.ofOrder(id);
    }
}
