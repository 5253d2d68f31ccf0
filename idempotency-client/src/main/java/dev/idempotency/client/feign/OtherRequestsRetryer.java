package dev.idempotency.client.feign;

import dev.idempotency.client.internal.call.Calls;
import feign.RetryableException;
import feign.Retryer;
import java.net.URI;

/** Leaves protected requests alone: they were sent as often as they may be, and Feign would send them with another key. */
record OtherRequestsRetryer(Retryer retryer, Calls calls) implements Retryer {

    @Override
    public void continueOrPropagate(RetryableException e) {
        if (e.request() != null
                && calls.isProtected(
                        e.request().httpMethod().name(), URI.create(e.request().url()))) {
            throw e;
        }
        retryer.continueOrPropagate(e);
    }

    @Override
    @SuppressWarnings("MethodDoesntCallSuperMethod")
    public Retryer clone() {
        return new OtherRequestsRetryer(retryer.clone(), calls);
    }
}
