package dev.idempotency.core.template;

import dev.idempotency.core.downstream.DownstreamKeys;
import org.jspecify.annotations.Nullable;

/** Shows code further down the stack which run its thread is in, so that it finds keys to pass on. */
public interface RunBinding {

    /** Shows nobody anything. */
    RunBinding NONE = new RunBinding() {

        @Override
        public <T extends @Nullable Object, X extends Exception> T within(DownstreamKeys keys, Work<T, X> work)
                throws X {
            return work.run();
        }
    };

    /** Does the work while the thread is in this run. Runs may lie in one another. */
    <T extends @Nullable Object, X extends Exception> T within(DownstreamKeys keys, Work<T, X> work) throws X;
}
