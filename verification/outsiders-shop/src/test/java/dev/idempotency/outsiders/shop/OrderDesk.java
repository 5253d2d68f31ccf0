package dev.idempotency.outsiders.shop;

import org.springframework.stereotype.Service;
import org.springframework.transaction.annotation.Transactional;

/** Where orders are written; it knows nothing of requests. */
@Service
class OrderDesk {

    private final Orders orders;

    OrderDesk(Orders orders) {
        this.orders = orders;
    }

    /** Some goods make trouble after the order was written. */
    @Transactional
    Order place(String customer, String sku, int quantity) {
        Order order = orders.saveAndFlush(new Order(customer, sku, quantity));
        switch (sku) {
            case "rare" -> throw new OutOfStockException(sku);
            case "broken" -> throw new IllegalStateException("the shelf fell down");
            default -> {
                return order;
            }
        }
    }

    @Transactional
    Order change(long id, int quantity) {
        Order order = orders.findById(id).orElseThrow();
        order.changeQuantity(order.quantity() + quantity);
        return order;
    }
}
