package dev.idempotency.frameworks;

import jakarta.persistence.Entity;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.GenerationType;
import jakarta.persistence.Id;
import jakarta.persistence.SequenceGenerator;

/** Has its number before it is inserted, so that Hibernate writes it no sooner than at the commit. */
@Entity
class Purchase {

    @Id
    @GeneratedValue(strategy = GenerationType.SEQUENCE, generator = "purchase_number")
    @SequenceGenerator(name = "purchase_number", sequenceName = "purchase_number", allocationSize = 1)
    private Long id;

    private String item;
    private Integer customer;

    protected Purchase() {}

    Purchase(String item, Integer customer) {
        this.item = item;
        this.customer = customer;
    }

    Long id() {
        return id;
    }

    String item() {
        return item;
    }

    Integer customer() {
        return customer;
    }
}
