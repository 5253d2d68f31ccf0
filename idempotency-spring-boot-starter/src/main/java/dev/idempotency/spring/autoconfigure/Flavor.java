package dev.idempotency.spring.autoconfigure;

import dev.idempotency.spring.problem.Problem;
import java.util.Map;

/** Which statuses problems are answered with. */
public enum Flavor {
    /** Those of the IETF draft: 422 for a key that was used with another request. */
    IETF,
    /** Those of Stripe's API: 400 for a key that was used with another request. */
    STRIPE;

    /** Where they differ from {@link Problem#defaultStatus()}. */
    Map<Problem, Integer> statuses() {
        return switch (this) {
            case IETF -> Map.of();
            case STRIPE -> Map.of(Problem.KEY_REUSED, 400);
        };
    }
}
