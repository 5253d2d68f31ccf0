package dev.idempotency.sample.order;

import dev.idempotency.spring.Idempotent;
import dev.idempotency.spring.Mode;
import jakarta.validation.Valid;
import java.net.URI;
import java.security.Principal;
import java.util.List;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PatchMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

@RestController
@RequestMapping("/orders")
class OrderController {

    private final OrderService orders;

    OrderController(OrderService orders) {
        this.orders = orders;
    }

    @PostMapping
    @Idempotent(mode = Mode.TRANSACTIONAL, ttl = "48h")
    ResponseEntity<Order> place(@Valid @RequestBody NewOrder wanted, Principal tenant) {
        Order order = orders.place(tenant.getName(), wanted);
        return ResponseEntity.created(URI.create("/orders/" + order.id())).body(order);
    }

    @PatchMapping("/{id}")
    @Idempotent(mode = Mode.TRANSACTIONAL)
    Order change(@PathVariable long id, @Valid @RequestBody OrderChange change, Principal tenant) {
        return orders.change(tenant.getName(), id, change);
    }

    @GetMapping
    List<Order> list(Principal tenant) {
        return orders.list(tenant.getName());
    }

    @GetMapping("/{id}")
    Order get(@PathVariable long id, Principal tenant) {
        return orders.get(tenant.getName(), id);
    }
}
