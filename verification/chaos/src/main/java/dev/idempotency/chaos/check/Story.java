package dev.idempotency.chaos.check;

import dev.idempotency.chaos.history.EndpointKind;
import dev.idempotency.chaos.history.Event.Change;
import dev.idempotency.chaos.history.Event.Effect;
import dev.idempotency.chaos.history.Event.Found;
import dev.idempotency.chaos.history.KeyName;
import dev.idempotency.chaos.history.RecordState;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Everything about one key.
 *
 * @param lease how long a lease is
 * @param changes of its record, in their order
 */
record Story(
        KeyName key,
        EndpointKind endpoint,
        Duration lease,
        List<Exchange> exchanges,
        List<Effect> effects,
        List<Change> changes,
        List<Found> findings) {

    Stream<Exchange> successes() {
        return exchanges.stream().filter(Exchange::isSuccess);
    }

    Optional<Effect> effectOf(String run) {
        return effects.stream().filter(effect -> effect.run().equals(run)).findFirst();
    }

    Stream<Effect> effectsBy(Exchange exchange) {
        return effects.stream().filter(effect -> effect.attempt().equals(exchange.attempt()));
    }

    Stream<Change> changesTo(RecordState state) {
        return changes.stream().filter(change -> change.to() == state);
    }

    /** The change by which a run was allowed to begin. */
    Optional<Change> grant(long token) {
        return changesTo(RecordState.IN_PROGRESS)
                .filter(change -> change.token() == token)
                .findFirst();
    }

    /** How many runs were allowed to begin. */
    long grants() {
        return changesTo(RecordState.IN_PROGRESS).map(Change::token).distinct().count();
    }

    /** How often the key was new: once, and again each time its finished record had expired in due time. */
    long lives() {
        return 1 + changes.stream().filter(RecordRules::endsInDueTime).count();
    }

    RecordState state() {
        return changes.isEmpty()
                ? RecordState.ABSENT
                : changes.get(changes.size() - 1).to();
    }
}
