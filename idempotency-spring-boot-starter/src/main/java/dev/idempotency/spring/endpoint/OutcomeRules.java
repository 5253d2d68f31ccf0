package dev.idempotency.spring.endpoint;

import dev.idempotency.core.internal.outcome.Causes;
import dev.idempotency.core.outcome.DeclaredOutcome;
import dev.idempotency.core.outcome.Outcome;
import dev.idempotency.spring.outcome.OutcomePolicy;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The rules of one endpoint about its statuses and exceptions. If rules of both kinds match an exception and its
 * causes, the outcome is unknown: a missing run can be made up for, a second run cannot be undone.
 */
record OutcomeRules(
        List<Class<? extends Throwable>> retryable,
        List<Class<? extends Throwable>> unknown,
        Set<Integer> retryableStatuses,
        Set<Integer> unknownStatuses) {

    /** No rules; what handlers declare counts everywhere, with every policy. */
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
        return new Ruled(this, otherwise);
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
            return said(thrown).orElseGet(() -> otherwise.ofException(thrown));
        }

        @Override
        public Outcome ofTranslated(Throwable thrown, int status) {
            if (rules.unknownStatuses.contains(status)) {
                return Outcome.UNKNOWN;
            }
            return said(thrown)
                    .orElseGet(() -> rules.retryableStatuses.contains(status)
                            ? OutcomePolicy.super.ofTranslated(thrown, status)
                            : otherwise.ofTranslated(thrown, status));
        }

        private Optional<Outcome> said(Throwable thrown) {
            Optional<Outcome> declared = DeclaredOutcome.of(thrown);
            if (declared.equals(Optional.of(Outcome.UNKNOWN)) || Causes.include(thrown, rules.unknown)) {
                return Optional.of(Outcome.UNKNOWN);
            }
            return Causes.include(thrown, rules.retryable) ? Optional.of(Outcome.RETRYABLE) : declared;
        }
    }
}
