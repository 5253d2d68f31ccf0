package dev.idempotency.frameworks;

import org.springframework.stereotype.Service;
import org.springframework.transaction.annotation.Transactional;

/** A service with transactions of its own, as applications have them. They join that of the request. */
@Service
@Transactional
class Desk {

    private final Purchases purchases;

    Desk(Purchases purchases) {
        this.purchases = purchases;
    }

    void buy(NewPurchase purchase) {
        purchases.add(purchase.item(), purchase.customer());
    }

    /** Marks the transaction for rollback by what it throws. */
    void buyInVain(NewPurchase purchase) {
        buy(purchase);
        throw new RefusedException();
    }

    static final class RefusedException extends RuntimeException {

        private static final long serialVersionUID = 1L;
    }
}
