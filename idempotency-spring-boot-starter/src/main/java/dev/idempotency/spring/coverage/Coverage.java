package dev.idempotency.spring.coverage;

import dev.idempotency.spring.endpoint.Endpoints;
import dev.idempotency.spring.endpoint.StateChangingRoute;
import java.util.List;

/** Tells which mappings are protected, which are not, and which need not be. */
public final class Coverage {

    private final Endpoints endpoints;
    private final List<CoverageExemption> allowed;

    /** @param allowed path patterns, each with a method before it or without */
    public Coverage(Endpoints endpoints, List<String> allowed) {
        this.endpoints = endpoints;
        this.allowed = CoverageExemption.parseAll(allowed);
    }

    /** Every mapping that changes state, by pattern and method. */
    public List<Covered> all() {
        return endpoints.mappings().stream().map(this::covered).toList();
    }

    private Covered covered(StateChangingRoute mapping) {
        return new Covered(mapping, allowed.stream().anyMatch(one -> one.fits(mapping)));
    }

    /**
     * A mapping, judged.
     *
     * @param allowed whether it need not be protected
     */
    public record Covered(StateChangingRoute mapping, boolean allowed) {

        public boolean isMissing() {
            return !mapping.protection().isGiven() && !allowed;
        }

        /** Why it is protected, or why it is not. */
        public String reason() {
            String reason = mapping.protection().reason();
            return allowed && !mapping.protection().isGiven() ? reason + ", which is allowed" : reason;
        }
    }
}
