package dev.idempotency.spring.internal.phase;

import dev.idempotency.core.downstream.DownstreamKeys;
import dev.idempotency.core.engine.Run;
import dev.idempotency.spring.endpoint.ProtectedEndpoint;

/** The phases of endpoints that have some. */
public interface EndpointPhases {

    /** The attribute of a request that holds the phases of its run. */
    String ATTRIBUTE = EndpointPhases.class.getName();

    /** Throws for an endpoint whose phases could not be run. */
    void check(ProtectedEndpoint endpoint);

    /** The phases of a run. */
    RecordedPhases of(ProtectedEndpoint endpoint, Run run, DownstreamKeys keys);
}
