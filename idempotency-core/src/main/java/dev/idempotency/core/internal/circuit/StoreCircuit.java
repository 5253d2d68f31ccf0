package dev.idempotency.core.internal.circuit;

import dev.idempotency.core.store.StoreException;
import dev.idempotency.core.store.StoreInterceptor;
import dev.idempotency.core.store.StoreOperation;
import java.time.Duration;
import java.util.EnumSet;
import java.util.Set;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Refuses requests at once while the store is away, so that they need not wait for it.
 *
 * <ol>
 *   <li>Closed: every call is made. A few in a row that could not reach the store open the circuit.
 *   <li>Open: calls that come before any work (reserve, look, find) are refused at once. Calls that end a run and calls
 *       of background work are always made.
 *   <li>After a pause, one call is let through as a trial. If the trial fails, the circuit stays open for another
 *       pause; any call that gets an answer closes it.
 * </ol>
 *
 * A store that answers is not away, even if it refuses. Only a failure that says that the store is away ({@link
 * StoreException.NotApplied#isAway()}, or an answer that was lost) counts, so that a locked or unreadable record of one
 * caller cannot open the circuit for the others.
 */
public final class StoreCircuit implements StoreInterceptor {

    private static final Logger log = LoggerFactory.getLogger(StoreCircuit.class);

    private static final Set<StoreOperation> BEFORE_WORK =
            EnumSet.of(StoreOperation.RESERVE, StoreOperation.LOOK, StoreOperation.FIND);

    /** A rollback tells nothing about the store: without a connection a transaction is rolled back as well. */
    private static final Set<StoreOperation> TELL_NOTHING =
            EnumSet.of(StoreOperation.FAIL, StoreOperation.MARK_UNKNOWN);

    /** After this time another trial may begin, so that a trial that hangs does not keep the circuit open. */
    private static final Duration TRIAL_PATIENCE = Duration.ofSeconds(30);

    private final int failuresToOpen;
    private final long pauseNanos;
    private final LongSupplier nanoTime;

    private int failures;
    private boolean open;
    private boolean trying;
    private long since;

    /**
     * @param failuresToOpen how many calls in a row must have failed
     * @param pause how long to wait before the store is tried again
     */
    public StoreCircuit(int failuresToOpen, Duration pause) {
        this(failuresToOpen, pause, System::nanoTime);
    }

    StoreCircuit(int failuresToOpen, Duration pause, LongSupplier nanoTime) {
        if (failuresToOpen < 1) {
            throw new IllegalArgumentException("At least 1 failure opens the circuit, not " + failuresToOpen);
        }
        if (pause.isZero() || pause.isNegative()) {
            throw new IllegalArgumentException("The pause must be longer than zero, not " + pause);
        }
        this.failuresToOpen = failuresToOpen;
        this.pauseNanos = pause.toNanos();
        this.nanoTime = nanoTime;
    }

    /** The outermost interceptor: the others, such as the meters, do not see the calls that it refuses. */
    @Override
    public Place place() {
        return Place.OUTERMOST;
    }

    @Override
    public <T> T around(StoreOperation operation, Supplier<T> call) {
        boolean trial = BEFORE_WORK.contains(operation) && enter();
        try {
            T result = call.get();
            if (!TELL_NOTHING.contains(operation)) {
                reached();
            }
            return result;
        } catch (StoreException failure) {
            if (isAway(failure)) {
                failed(trial);
            } else if (failure instanceof StoreException.NotApplied) {
                reached();
            } else {
                undecided(trial);
            }
            throw failure;
        } catch (RuntimeException | Error failure) {
            undecided(trial);
            throw failure;
        }
    }

    /** Whether requests are refused at the moment. */
    public synchronized boolean isOpen() {
        return open;
    }

    /** Returns whether this call is the trial. */
    private synchronized boolean enter() {
        if (!open) {
            return false;
        }
        long waited = nanoTime.getAsLong() - since;
        if (trying ? waited < TRIAL_PATIENCE.toNanos() : waited < pauseNanos) {
            throw StoreException.NotApplied.notAsked("The store was away a moment ago, so it was not asked");
        }
        trying = true;
        since = nanoTime.getAsLong();
        return true;
    }

    private synchronized void reached() {
        if (open) {
            log.info("The store answers again; the circuit is closed and requests are accepted");
        }
        failures = 0;
        open = false;
        trying = false;
    }

    private synchronized void failed(boolean trial) {
        failures++;
        if (!open && failures >= failuresToOpen) {
            log.warn(
                    "The store did not answer {} calls in a row; the circuit is open, and requests are refused until it answers",
                    failures);
            open = true;
            since = nanoTime.getAsLong();
        } else if (trial) {
            pauseAgain();
        }
    }

    /** The call tells nothing about whether the store is away. */
    private synchronized void undecided(boolean trial) {
        if (trial && open) {
            pauseAgain();
        }
    }

    private void pauseAgain() {
        trying = false;
        since = nanoTime.getAsLong();
    }

    private static boolean isAway(StoreException failure) {
        return failure instanceof StoreException.AnswerLost
                || (failure instanceof StoreException.NotApplied notReached && notReached.isAway());
    }
}
