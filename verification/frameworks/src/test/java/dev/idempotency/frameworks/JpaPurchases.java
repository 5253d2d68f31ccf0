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

    @Override
    public String isolation() {
        return (String) entities.createNativeQuery("SHOW transaction_isolation", String.class)
                .getSingleResult();
    }

    @Override
    public long count() {
        return entities.createQuery("SELECT count(p) FROM Purchase p", Long.class)
                .getSingleResult();
    }

    @Override
    public void sleep() {
        entities.createNativeQuery("SELECT 1 FROM pg_sleep(30)", Integer.class).getSingleResult();
    }
}
