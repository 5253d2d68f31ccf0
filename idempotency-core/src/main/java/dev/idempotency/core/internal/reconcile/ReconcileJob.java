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
 *   <li>Claim what is due, so that no other node asks at the same time. What is not done when the claim is over is left.
 *   <li>Ask the reconciler that knows the operation. There is none: an operator must decide.
 *   <li>Found out: the record is completed, or may run again.
 *   <li>Not found out: ask again after a pause that grows; after the last attempt an operator must decide.
 * </ol>
 *
 * Nothing is ever dropped: what nobody can find out stays unknown, and listed.
 */
public final class ReconcileJob {

    private static final Logger log = LoggerFactory.getLogger(ReconcileJob.class);

    private final IdempotencyStore store;
    private final List<Reconciler> reconcilers;
    private final Backoff backoff;
    private final Duration claim;
    private final Duration retention;

    /**
     * @param claim how long a batch may take at most before another node asks as well
     * @param retention for how long at least an answer that was found out is kept from then on
     */
    public ReconcileJob(
            IdempotencyStore store, List<Reconciler> reconcilers, Backoff backoff, Duration claim, Duration retention) {
        this.store = store;
        this.reconcilers = List.copyOf(reconcilers);
        this.backoff = backoff;
        this.claim = claim;
        this.retention = retention;
    }

    /** Asks about what is due, at most as many as given. Returns about how many it asked. */
    public int reconcileDue(int limit) {
        long claimedAt = System.nanoTime();
        int asked = 0;
        for (IdempotencyRecord record : store.claimUnknown(limit, claim)) {
            if (asked > 0 && System.nanoTime() - claimedAt >= claim.toNanos()) {
                log.warn("Finding out took so long that the rest of a batch is left to whoever comes next");
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
            log.info("Somebody else has decided about {} meanwhile", record.id());
        }
    }

    /** Whatever goes wrong with one record keeps no other from being asked after. Empty when nobody handles it. */
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
            log.warn("The reconciler of {} failed for {}", run.operation(), run.id(), e);
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
            log.error("The outcome of {} could not be found out; an operator must decide", run.id());
        }
        return new Resolution.StillUnknown(pause);
    }

    private static Resolution nobodyKnows(UnknownRun run) {
        log.error("Nobody can find out about {} of {}; an operator must decide", run.operation(), run.id());
        return new Resolution.StillUnknown(Optional.empty());
    }
}
