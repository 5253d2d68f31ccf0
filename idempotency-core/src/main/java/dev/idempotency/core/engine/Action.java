package dev.idempotency.core.engine;

import dev.idempotency.core.record.Lease;
import dev.idempotency.core.record.RecordedResponse;

/** The work that must not be done twice. */
@FunctionalInterface
public interface Action {

    /** Does the work under the given lease, and answers. */
    RecordedResponse run(Lease lease) throws Exception;
}
