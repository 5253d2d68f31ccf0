package dev.idempotency.sample.order;

import java.util.List;
import org.springframework.stereotype.Service;
import org.springframework.transaction.annotation.Transactional;

/** Takes orders and sets aside what was ordered, both or neither. */
@Service
public class OrderService {

    private final Orders orders;
    private final Catalogue catalogue;
    private final Warehouse warehouse;

    OrderService(Orders orders, Catalogue catalogue, Warehouse warehouse) {
        this.orders = orders;
        this.catalogue = catalogue;
        this.warehouse = warehouse;
    }

    @Transactional
    Order place(String tenant, NewOrder wanted) {
        Product product = catalogue.get(wanted.sku());
        Order order = orders.insert(tenant, wanted);
        warehouse.reserve(order, product);
        return order;
    }

    @Transactional
    Order change(String tenant, long id, OrderChange change) {
        Order order = orders.update(tenant, id, change).orElseThrow(NotFoundException::order);
        warehouse.reserve(order, catalogue.get(order.sku()));
        return order;
    }

    /** The tenant's order; 404 if it has none with this number. */
    public Order get(String tenant, long id) {
        return orders.find(tenant, id).orElseThrow(NotFoundException::order);
    }

    List<Order> list(String tenant) {
        return orders.list(tenant);
    }
}
