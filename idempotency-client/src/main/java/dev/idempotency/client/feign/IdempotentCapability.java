package dev.idempotency.client.feign;

import dev.idempotency.client.IdempotentCalls;
import dev.idempotency.client.internal.call.Calls;
import feign.Capability;
import feign.Client;
import feign.Retryer;

/**
 * Gives POST and PATCH requests of Feign clients to named hosts a key, and sends them again with the same key and body while
 * that helps: {@code Feign.builder().addCapability(new IdempotentCapability(calls))}. Feign's own retries remain for all other
 * requests. The step of a method is named by {@link dev.idempotency.client.IdempotentCall}.
 */
public final class IdempotentCapability implements Capability {

    private final Calls calls;

    public IdempotentCapability(IdempotentCalls calls) {
        this.calls = new Calls(calls);
    }

    @Override
    public Client enrich(Client client) {
        return new IdempotentClient(client, calls);
    }

    @Override
    public Retryer enrich(Retryer retryer) {
        return new OtherRequestsRetryer(retryer, calls);
    }
}
