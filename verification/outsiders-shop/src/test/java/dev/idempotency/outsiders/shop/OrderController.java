package dev.idempotency.outsiders.shop;

import dev.idempotency.spring.Idempotent;
import dev.idempotency.spring.Mode;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.validation.Valid;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotBlank;
import java.io.IOException;
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
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

@RestController
@RequestMapping("/orders")
class OrderController {

    record NewOrder(@NotBlank String sku, @Min(1) int quantity) {}

    record Change(int add) {}

    record Placed(long id, String sku, int quantity) {

        static Placed of(Order order) {
            return new Placed(order.id(), order.sku(), order.quantity());
        }
    }

    private final OrderDesk desk;
    private final Orders orders;

    OrderController(OrderDesk desk, Orders orders) {
        this.desk = desk;
        this.orders = orders;
    }

    @PostMapping
    @Idempotent(mode = Mode.TRANSACTIONAL, ttl = "48h")
    ResponseEntity<Placed> place(@Valid @RequestBody NewOrder wanted, Principal customer) {
        Order order = desk.place(customer.getName(), wanted.sku(), wanted.quantity());
        return ResponseEntity.created(URI.create("/orders/" + order.id())).body(Placed.of(order));
    }

    @PatchMapping("/{id}")
    @Idempotent(mode = Mode.TRANSACTIONAL)
    Placed change(@PathVariable long id, @RequestBody Change change) {
        return Placed.of(desk.change(id, change.add()));
    }

    /** From the time of HTML forms. */
    @PostMapping("/by-form")
    @Idempotent
    void placeByForm(
            @RequestParam String sku, @RequestParam int quantity, Principal customer, HttpServletResponse response)
            throws IOException {
        Order order = desk.place(customer.getName(), sku, quantity);
        response.sendRedirect("/orders/" + order.id());
    }

    /** Not protected: a key is no business of it. */
    @PostMapping("/drafts")
    Placed draft(@RequestBody NewOrder wanted, Principal customer) {
        return Placed.of(desk.place(customer.getName(), wanted.sku(), wanted.quantity()));
    }

    @PostMapping("/recalled")
    @Idempotent
    String recall() {
        return "recalled";
    }

    @GetMapping
    List<Placed> list(Principal customer) {
        return orders.findByCustomerOrderById(customer.getName()).stream()
                .map(Placed::of)
                .toList();
    }
}
