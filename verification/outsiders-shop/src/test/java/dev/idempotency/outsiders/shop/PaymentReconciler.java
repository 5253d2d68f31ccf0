package dev.idempotency.outsiders.shop;

import dev.idempotency.core.reconcile.ReconcileResult;
import dev.idempotency.core.reconcile.Reconciler;
import dev.idempotency.core.reconcile.UnknownRun;
import dev.idempotency.core.record.Header;
import dev.idempotency.core.record.RecordedAnswer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import org.springframework.stereotype.Component;

/** Asks the bank what became of a payment. */
@Component
class PaymentReconciler implements Reconciler {

    private final BankClient bank;

    PaymentReconciler(BankClient bank) {
        this.bank = bank;
    }

    @Override
    public boolean handles(String operation) {
        return operation.equals("POST /payments");
    }

    @Override
    public ReconcileResult find(UnknownRun run) {
        Optional<String> charge = bank.findByKey(run.downstream().forStep("charge"));
        if (charge.isEmpty()) {
            return new ReconcileResult.StillUnknown();
        }
        byte[] body = "{\"chargeId\":\"%s\"}".formatted(charge.get()).getBytes(StandardCharsets.UTF_8);
        return new ReconcileResult.Executed(
                RecordedAnswer.of(201, List.of(new Header("Content-Type", "application/json")), body));
    }
}
