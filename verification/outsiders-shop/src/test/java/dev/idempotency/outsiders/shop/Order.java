package dev.idempotency.outsiders.shop;

import jakarta.persistence.Entity;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.GenerationType;
import jakarta.persistence.Id;
import jakarta.persistence.Table;

@Entity
@Table(name = "shop_order")
class Order {

    @Id
    @GeneratedValue(strategy = GenerationType.IDENTITY)
    private Long id;

    private String customer;
    private String sku;
    private int quantity;

    protected Order() {}

    Order(String customer, String sku, int quantity) {
        this.customer = customer;
        this.sku = sku;
        this.quantity = quantity;
    }

    Long id() {
        return id;
    }

    String sku() {
        return sku;
    }

    int quantity() {
        return quantity;
    }

    void changeQuantity(int to) {
        quantity = to;
    }
}
