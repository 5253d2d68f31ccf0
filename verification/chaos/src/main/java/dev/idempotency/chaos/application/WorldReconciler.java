package dev.idempotency.chaos.application;

import dev.idempotency.chaos.history.KeyName;
import dev.idempotency.chaos.history.Receipt;
import dev.idempotency.core.reconcile.ReconcileResult;
import dev.idempotency.core.reconcile.Reconciler;
import dev.idempotency.core.reconcile.UnknownRun;
import java.util.Optional;
import org.springframework.stereotype.Component;

/** Asks the world whether it has done what nobody knows about. That it has not is certain once it would refuse to. */
@Component
class WorldReconciler implements Reconciler {

    private static final String PREFIX = "u:";

    private final World world;

    WorldReconciler(World world) {
        this.world = world;
    }

    @Override
    public boolean handles(String operation) {
        return true;
    }

    @Override
    public ReconcileResult find(UnknownRun run) {
        KeyName key = new KeyName(
                run.id().scope().value().substring(PREFIX.length()),
                run.id().key().value());
        Optional<Receipt> receipt = world.find(key, run.reservedAt());
        if (receipt.isEmpty() && !world.isTooOld(run.reservedAt())) {
            return new ReconcileResult.StillUnknown();
        }
        world.note(key, receipt.isPresent());
        return receipt.<ReconcileResult>map(some -> new ReconcileResult.Executed(Receipts.recorded(some)))
                .orElseGet(ReconcileResult.NotExecuted::new);
    }
}
