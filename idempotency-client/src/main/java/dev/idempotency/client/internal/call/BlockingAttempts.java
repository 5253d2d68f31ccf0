package dev.idempotency.client.internal.call;

import dev.idempotency.client.CallAnswer;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;

/** Makes attempts on the caller's thread until there is something to give to the caller. */
public final class BlockingAttempts {

    private BlockingAttempts() {}

    /** Sends one attempt after the other. */
    public static <R extends Attempted, X extends Exception> R make(LogicalCall call, Attempt<R, X> attempt)
            throws X, IOException {
        while (true) {
            R result;
            Optional<Duration> pause;
            try {
                result = attempt.send();
            } catch (BrokenAnswer broken) {
                pause = call.pauseAfter(broken.beginning(), broken.failure());
                if (pause.isEmpty() || !slept(call, pause.get())) {
                    throw broken.failure();
                }
                continue;
            } catch (Exception failure) {
                pause = call.pauseAfter(failure);
                if (pause.isEmpty() || !slept(call, pause.get())) {
                    throw failure;
                }
                continue;
            }
            try {
                pause = call.pauseAfter(result.answer());
            } catch (RuntimeException mismatch) {
                result.discard();
                throw mismatch;
            }
            if (pause.isEmpty() || !slept(call, pause.get())) {
                return result;
            }
            result.discard();
        }
    }

    private static boolean slept(LogicalCall call, Duration pause) {
        try {
            Thread.sleep(pause.toMillis(), pause.toNanosPart() % 1_000_000);
            return true;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            call.interrupted();
            return false;
        }
    }

    /** One attempt. */
    @FunctionalInterface
    public interface Attempt<R, X extends Exception> {

        R send() throws X, BrokenAnswer;
    }

    /** What came of an attempt. */
    public interface Attempted {

        CallAnswer answer();

        /** There will be another attempt: nobody reads this answer. */
        void discard();
    }
}
