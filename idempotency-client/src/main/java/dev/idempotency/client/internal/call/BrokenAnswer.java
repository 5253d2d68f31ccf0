package dev.idempotency.client.internal.call;

import dev.idempotency.client.CallAnswer;
import java.io.IOException;
import java.io.Serial;

/** An answer whose end did not arrive. It never gets to the caller, who gets the failure itself. */
public final class BrokenAnswer extends Exception {

    @Serial
    private static final long serialVersionUID = 1;

    private final transient CallAnswer beginning;
    private final IOException failure;

    public BrokenAnswer(CallAnswer beginning, IOException failure) {
        super(failure.toString(), failure, false, false);
        this.beginning = beginning;
        this.failure = failure;
    }

    CallAnswer beginning() {
        return beginning;
    }

    IOException failure() {
        return failure;
    }
}
