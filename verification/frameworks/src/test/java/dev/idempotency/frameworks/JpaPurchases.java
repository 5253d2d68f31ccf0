package dev.idempotency.frameworks;

import jakarta.persistence.EntityManager;
import org.springframework.boot.persistence.autoconfigure.EntityScan;
import org.springframework.stereotype.Repository;

@Repository
@EntityScan(basePackageClasses = Purchase.class)
class JpaPurchases implements Purchases {

    private final EntityManager entities;

    JpaPurchases(EntityManager entities) {
        this.entities = entities;
    }

    @Override
    public void add(String item, Integer customer) {
        entities.persist(new Purchase(item, customer));
    }
}
