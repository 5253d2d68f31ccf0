package dev.idempotency.spring.internal.web;

import dev.idempotency.core.action.Action;
import dev.idempotency.core.engine.RunRequest;
import java.util.Optional;

/** What {@link RequestPreparation} finds about a request to a protected endpoint. */
sealed interface Prepared {

    /** Calls the method that fits. */
    <R> R match(Cases<R> cases);

    /** What to do in each case. */
    interface Cases<R> {

        R ready(Ready ready);

        R refused(Refused refused);

        R withoutKey(WithoutKey withoutKey);
    }

    /**
     * It can be reserved; its body has been read.
     *
     * @param anonymous whether its caller was anonymous so far
     * @param action what it does once and for all
     */
    record Ready(RunRequest run, boolean anonymous, Optional<Action> action) implements Prepared {

        @Override
        public <R> R match(Cases<R> cases) {
            return cases.ready(this);
        }
    }

    /** It is answered at once. */
    record Refused(Reply reply) implements Prepared {

        @Override
        public <R> R match(Cases<R> cases) {
            return cases.refused(this);
        }
    }

    /** It has no key and needs none. */
    record WithoutKey() implements Prepared {

        @Override
        public <R> R match(Cases<R> cases) {
            return cases.withoutKey(this);
        }
    }
}
