package dev.idempotency.client.internal.call;

import dev.idempotency.client.CallSettings;
import dev.idempotency.client.IdempotentCalls;
import dev.idempotency.core.key.IdempotencyKey;
import java.net.URI;
import java.util.Optional;
import java.util.UUID;

/** Begins logical requests: finds out whether a request is protected, and by which key. */
public final class Calls {

    /** One for all clients: two clients of one host make the first and the second call of a request, not two first ones. */
    private static final RequestSteps STEPS = new RequestSteps();

    private final IdempotentCalls shared;
    private final CallSettings settings;
    private final Hosts hosts;
    private final FreshKeys freshKeys = new FreshKeys();

    public Calls(IdempotentCalls shared) {
        this.shared = shared;
        this.settings = shared.settings();
        this.hosts = new Hosts(settings.hosts());
    }

    /** The header that carries the key. */
    public String headerName() {
        return settings.headerName();
    }

    /** Whether requests with this method to there get a key. */
    public boolean isProtected(String method, URI uri) {
        return CallRequest.needsKey(method) && hosts.alias(uri).isPresent();
    }

    /**
     * Begins a logical request. To be called once, on the caller's thread.
     *
     * @return empty if it is not protected, and has to pass as it is
     * @throws IllegalArgumentException if its key is none
     */
    public Optional<LogicalCall> begin(CallRequest request) {
        if (!CallRequest.needsKey(request.method())) {
            return Optional.empty();
        }
        return hosts.alias(request.uri()).map(alias -> begin(alias, request));
    }

    private LogicalCall begin(String alias, CallRequest request) {
        if (request.header().isPresent()) {
            if (request.header().get().isBlank()) {
                throw new IllegalArgumentException("The header " + settings.headerName() + " of a request to " + alias
                        + " is blank. Give it a key, or leave it out to have one made");
            }
            return new LogicalCall(shared, alias, request.header().get(), () -> {});
        }
        Optional<String> named = request.key()
                .or(() -> request.businessId()
                        .map(id -> request.step().map(step -> id + ":" + step).orElse(id)))
                .or(() -> request.step().flatMap(STEPS::key));
        if (named.isPresent()) {
            return new LogicalCall(shared, alias, spell(named.get()), () -> {});
        }
        freshKeys.made(alias, request.method(), request.uri());
        String fresh = STEPS.nextKey(request.method(), alias)
                .orElseGet(() -> UUID.randomUUID().toString());
        return new LogicalCall(shared, alias, spell(fresh), () -> freshKeys.failed(request.method(), request.uri()));
    }

    private String spell(String key) {
        return settings.keySpelling().spell(new IdempotencyKey(key));
    }
}
