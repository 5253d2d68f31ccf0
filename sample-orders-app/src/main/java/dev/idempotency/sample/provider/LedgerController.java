package dev.idempotency.sample.provider;

import java.util.List;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/** A window on the provider's books, to count what was really charged. */
@RestController
class LedgerController {

    private final Ledger ledger;

    LedgerController(Ledger ledger) {
        this.ledger = ledger;
    }

    @GetMapping("/provider/charges")
    List<LedgerEntry> charges() {
        return ledger.list();
    }
}
