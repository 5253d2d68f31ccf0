package dev.idempotency.spring.endpoint;

import dev.idempotency.core.outcome.Outcome;
import dev.idempotency.core.outcome.OutcomePolicy;
import java.util.Arrays;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * What one endpoint knows about its answers and exceptions. Where both kinds fit an exception and its causes, the outcome is
 * unknown: a run too few can be repaired, a run too many cannot.
 */
record OutcomeRules(
        List<Class<? extends Throwable>> retryable,
        List<Class<? extends Throwable>> unknown,
        Set<Integer> retryableStatuses,
        Set<Integer> unknownStatuses) {

    static final OutcomeRules NONE = new OutcomeRules(List.of(), List.of(), Set.of(), Set.of());

    OutcomeRules {
        retryable = List.copyOf(retryable);
        unknown = List.copyOf(unknown);
        Set<Integer> both =
                unknownStatuses.stream().filter(retryableStatuses::contains).collect(Collectors.toSet());
        if (!both.isEmpty()) {
            throw new IllegalArgumentException("A status is retryable or unknown, not both, as these are: " + both);
        }
    }

    OutcomeRules withRetryable(List<Class<? extends Throwable>> types) {
        return new OutcomeRules(types, unknown, retryableStatuses, unknownStatuses);
    }

    OutcomeRules withUnknown(List<Class<? extends Throwable>> types) {
        return new OutcomeRules(retryable, types, retryableStatuses, unknownStatuses);
    }

    OutcomeRules withRetryable(int... statuses) {
        return new OutcomeRules(retryable, unknown, checked(statuses), unknownStatuses);
    }

    OutcomeRules withUnknown(int... statuses) {
        return new OutcomeRules(retryable, unknown, retryableStatuses, checked(statuses));
    }

    /** A policy that asks these rules first. */
    OutcomePolicy before(OutcomePolicy otherwise) {
        return equals(NONE) ? otherwise : new Ruled(this, otherwise);
    }

    private static Set<Integer> checked(int... statuses) {
        return Arrays.stream(statuses)
                .peek(status -> {
                    if (status < 200 || status > 599) {
                        throw new IllegalArgumentException("A status of an answer is 200 to 599, not " + status);
                    }
                })
                .boxed()
                .collect(Collectors.toUnmodifiableSet());
    }

    private record Ruled(OutcomeRules rules, OutcomePolicy otherwise) implements OutcomePolicy {

        @Override
        public Outcome ofStatus(int status) {
            if (rules.unknownStatuses.contains(status)) {
                return Outcome.UNKNOWN;
            }
            return rules.retryableStatuses.contains(status) ? Outcome.RETRYABLE : otherwise.ofStatus(status);
        }

        @Override
        public Outcome ofException(Throwable thrown) {
            if (isAmong(rules.unknown, thrown)) {
                return Outcome.UNKNOWN;
            }
            return isAmong(rules.retryable, thrown) ? Outcome.RETRYABLE : otherwise.ofException(thrown);
        }

        private static boolean isAmong(List<Class<? extends Throwable>> types, Throwable thrown) {
            Set<Throwable> seen = Collections.newSetFromMap(new IdentityHashMap<>());
            for (Throwable cause = thrown; cause != null && seen.add(cause); cause = cause.getCause()) {
                if (isInstanceOfAny(types, cause)) {
                    return true;
                }
            }
            return false;
        }

        private static boolean isInstanceOfAny(List<Class<? extends Throwable>> types, Throwable thrown) {
            return types.stream().anyMatch(type -> type.isInstance(thrown));
        }
    }
}
