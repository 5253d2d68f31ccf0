package dev.idempotency.frameworks;

import dev.idempotency.spring.Idempotent;
import dev.idempotency.spring.Mode;
import org.springframework.dao.DataAccessException;
import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;
import org.springframework.transaction.annotation.Isolation;
import org.springframework.transaction.annotation.Transactional;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

/** Handlers that write through a framework, with a transactional service and without, and the ways in which that ends. */
@RestController
@Idempotent(mode = Mode.TRANSACTIONAL)
class Shop {

    static volatile Runnable meanwhile = () -> {};

    private final Desk desk;
    private final Purchases purchases;

    Shop(Desk desk, Purchases purchases) {
        this.desk = desk;
        this.purchases = purchases;
    }

    @PostMapping("/purchases")
    @ResponseStatus(HttpStatus.CREATED)
    String buy(@RequestBody NewPurchase purchase) {
        purchases.add(purchase.item(), purchase.customer());
        return "bought";
    }

    @PostMapping("/at-the-desk")
    @ResponseStatus(HttpStatus.CREATED)
    String buyAtTheDesk(@RequestBody NewPurchase purchase) {
        desk.buy(purchase);
        return "bought";
    }

    @PostMapping("/thrown")
    String buyAndThrow(@RequestBody NewPurchase purchase) {
        purchases.add(purchase.item(), purchase.customer());
        throw new IllegalStateException("too late");
    }

    @PostMapping("/refused")
    String buyInVain(@RequestBody NewPurchase purchase) {
        desk.buyInVain(purchase);
        return "bought";
    }

    @PostMapping("/declined")
    String buyAndDecline(@RequestBody NewPurchase purchase) {
        purchases.add(purchase.item(), purchase.customer());
        throw new Desk.RefusedException();
    }

    @Transactional(isolation = Isolation.SERIALIZABLE)
    @PostMapping("/serializable")
    public String tellSerializable() {
        return purchases.isolation();
    }

    @Transactional(isolation = Isolation.REPEATABLE_READ)
    @PostMapping("/repeatable")
    public String tellRepeatable() {
        return purchases.isolation();
    }

    @PostMapping("/default")
    public String tellDefault() {
        return purchases.isolation();
    }

    /** What this one counts, another one writes. */
    @Transactional(isolation = Isolation.SERIALIZABLE)
    @PostMapping("/counted")
    public String buyAfterCounting(@RequestBody NewPurchase purchase) {
        long before = purchases.count();
        meanwhile.run();
        purchases.add(purchase.item(), purchase.customer());
        return "after " + before;
    }

    @Transactional(timeout = 1)
    @PostMapping("/too-late")
    public String buyTooLate(@RequestBody NewPurchase purchase) {
        purchases.add(purchase.item(), purchase.customer());
        purchases.sleep();
        return "never";
    }

    @ExceptionHandler
    ResponseEntity<String> refused(Desk.RefusedException thrown) {
        return ResponseEntity.unprocessableContent().body("refused");
    }

    @ExceptionHandler
    ResponseEntity<String> notAccepted(DataAccessException thrown) {
        return ResponseEntity.status(HttpStatus.CONFLICT).body("not accepted");
    }
}
