package dev.idempotency.chaos.killpoint;

import dev.idempotency.testbed.Trap;
import java.time.Duration;

/** Stands still because the line to the database holds what was sent, or the answer. */
record HeldLine(Trap trap) implements Stop {

    @Override
    public void await() throws InterruptedException {
        trap.await(Duration.ofSeconds(20));
    }

    @Override
    public int door() {
        return 0;
    }

    @Override
    public void close() {
        trap.release();
    }
}
