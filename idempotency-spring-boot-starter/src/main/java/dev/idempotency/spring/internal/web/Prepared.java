package dev.idempotency.spring.internal.web;

import dev.idempotency.core.engine.RunRequest;

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
     */
    record Ready(RunRequest run, boolean anonymous) implements Prepared {

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
