package dev.idempotency.core.internal.reconcile;

import dev.idempotency.core.reconcile.ReconcileResult;
import dev.idempotency.core.reconcile.Reconciler;
import dev.idempotency.core.reconcile.UnknownRun;
import dev.idempotency.core.record.IdempotencyRecord;
import dev.idempotency.core.store.IdempotencyStore;
import dev.idempotency.core.store.Resolution;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Asks the reconcilers about unknown outcomes, together with all other nodes:
 *
 * <ol>
 *   <li>Claim the records that are due, so that no other node asks about them at the same time. Records that are not
 *       done when the claim ends are left to the next batch.
 *   <li>Ask the reconciler of the operation. If there is none, the record becomes a dead letter: an operator must
 *       decide.
 *   <li>If it found out, the record is completed, or the next retry runs.
 *   <li>If it did not, ask again after a growing pause; after the last attempt the record becomes a dead letter.
 * </ol>
 *
 * No record is ever dropped: a dead letter stays unknown, and listed, until an operator decides.
 */
public final class ReconcileJob {

    private static final Logger log = LoggerFactory.getLogger(ReconcileJob.class);

    private final IdempotencyStore store;
    private final List<Reconciler> reconcilers;
    private final ReconcileBackoff backoff;
    private final Duration claim;
    private final Duration retention;

    /**
     * @param claim how long a batch may take at most before another node asks as well
     * @param retention for how long at least a record is kept after its outcome was found out
     */
    public ReconcileJob(
            IdempotencyStore store,
            List<Reconciler> reconcilers,
            ReconcileBackoff backoff,
            Duration claim,
            Duration retention) {
        this.store = store;
        this.reconcilers = List.copyOf(reconcilers);
        this.backoff = backoff;
        this.claim = claim;
        this.retention = retention;
    }

    /** Asks about the records that are due, up to the limit. Returns how many it asked about. */
    public int reconcileDue(int limit) {
        long claimedAt = System.nanoTime();
        int asked = 0;
        for (IdempotencyRecord record : store.claimUnknown(limit, claim)) {
            if (asked > 0 && System.nanoTime() - claimedAt >= claim.toNanos()) {
                log.warn(
                        "Reconciling took longer than the claim; the rest of the batch is left to the next round of any node");
                break;
            }
            reconcile(record);
            asked++;
        }
        return asked;
    }

    private void reconcile(IdempotencyRecord record) {
        UnknownRun run = UnknownRun.of(record);
        Resolution resolution =
                find(run).map(finding -> resolution(run, finding)).orElseGet(() -> nobodyKnows(run));
        if (!store.resolve(record.id(), record.hold().token(), resolution, Optional.empty())) {
            log.info(
                    "{} was resolved by another node or an operator meanwhile; the result found here is discarded",
                    record.id());
        }
    }

    /**
     * A failure about one record does not keep the others from being asked about. Empty if no reconciler handles the
     * operation.
     */
    private Optional<ReconcileResult> find(UnknownRun run) {
        try {
            for (Reconciler reconciler : reconcilers) {
                if (reconciler.handles(run.operation())) {
                    return Optional.of(reconciler.find(run));
                }
            }
            return Optional.empty();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (Exception | LinkageError | StackOverflowError e) {
            log.warn("The reconciler of {} threw for {}; its outcome stays unknown", run.operation(), run.id(), e);
        }
        return Optional.of(new ReconcileResult.StillUnknown());
    }

    private Resolution resolution(UnknownRun run, ReconcileResult finding) {
        return finding.match(new ReconcileResult.Cases<>() {

            @Override
            public Resolution executed(ReconcileResult.Executed executed) {
                return new Resolution.Completed(executed.response(), retention);
            }

            @Override
            public Resolution notExecuted(ReconcileResult.NotExecuted notExecuted) {
                return new Resolution.NotExecuted(retention);
            }

            @Override
            public Resolution stillUnknown(ReconcileResult.StillUnknown stillUnknown) {
                return askAgain(run);
            }
        });
    }

    private Resolution askAgain(UnknownRun run) {
        Optional<Duration> pause =
                backoff.after(run.attempts(), () -> ThreadLocalRandom.current().nextDouble());
        if (pause.isEmpty()) {
            log.error(
                    "{} is now a dead letter: its last attempt at reconciliation found nothing out; an operator must decide",
                    run.id());
        }
        return new Resolution.StillUnknown(pause);
    }

    private static Resolution nobodyKnows(UnknownRun run) {
        log.error(
                "No reconciler handles {}: {} is now a dead letter; an operator must decide",
                run.operation(),
                run.id());
        return new Resolution.StillUnknown(Optional.empty());
    }
}
