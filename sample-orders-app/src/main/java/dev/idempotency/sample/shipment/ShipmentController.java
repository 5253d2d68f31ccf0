package dev.idempotency.sample.shipment;

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
@RequestMapping("/orders/{id}/shipments")
class ShipmentController {

    /** The step that a shipment is recorded in. */
    static final String SHIP = "ship";

    private final OrderService orders;
    private final Shipments shipments;

    ShipmentController(OrderService orders, Shipments shipments) {
        this.orders = orders;
        this.shipments = shipments;
    }

    /** While an order is fetched, nobody else ships or refunds it. */
    @PostMapping
    @ResponseStatus(HttpStatus.CREATED)
    @Idempotent(mode = Mode.LEASE, entity = "order:{id}")
    Shipment ship(
            @PathVariable long id,
            @Valid @RequestBody NewShipment shipment,
            Principal tenant,
            IdempotencyContext context)
            throws InterruptedException {
        orders.get(tenant.getName(), id);
        Carrier.named(shipment.carrier()).fetch();
        return shipments.record(context.downstreamKey(SHIP), id, shipment.carrier());
    }

    @GetMapping
    List<Shipment> list(@PathVariable long id, Principal tenant) {
        orders.get(tenant.getName(), id);
        return shipments.ofOrder(id);
    }
}
