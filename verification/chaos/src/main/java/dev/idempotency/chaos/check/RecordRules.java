package dev.idempotency.chaos.check;

import static dev.idempotency.chaos.history.RecordState.ABSENT;
import static dev.idempotency.chaos.history.RecordState.COMPLETED;
import static dev.idempotency.chaos.history.RecordState.EXPIRED;
import static dev.idempotency.chaos.history.RecordState.FAILED_RETRYABLE;
import static dev.idempotency.chaos.history.RecordState.IN_PROGRESS;
import static dev.idempotency.chaos.history.RecordState.UNKNOWN;

import dev.idempotency.chaos.history.Event.Change;
import java.time.Duration;
import java.util.function.BiPredicate;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** How a record may change. */
final class RecordRules {

    /** A statement that has to wait for a row has computed its times before the wait. */
    private static final Duration LONGEST_WAIT = Duration.ofMillis(1_600);

    private RecordRules() {}

    /** An answer is recorded by the run that holds the record: its effect came after its own grant, not an earlier one's. */
    static Stream<String> onlyTheHolderWrites(Story story) {
        Stream<String> late = story.changesTo(COMPLETED)
                .filter(change -> change.from() == IN_PROGRESS)
                .filter(change -> isOlderThanGrant(story, change))
                .map(change -> "Run %s completed a record that token %d held".formatted(change.run(), change.token()));
        return Stream.concat(
                late,
                pairs(story, RecordRules::isForeignWrite)
                        .map(what -> what + ": the record changed behind its holder's back"));
    }

    /** A change that does not start where the last one ended, goes back to an earlier holder, or replaces an answer. */
    private static boolean isForeignWrite(Change before, Change after) {
        boolean replaced = before.to() == COMPLETED
                && after.to() == COMPLETED
                && !before.run().isEmpty();
        return before.to() != after.from() || after.token() < before.token() || replaced;
    }

    private static boolean isOlderThanGrant(Story story, Change completion) {
        return story.effectOf(completion.run())
                .flatMap(effect -> story.grant(completion.token())
                        .filter(grant -> effect.at().compareTo(grant.at()) < 0))
                .isPresent();
    }

    /** Only what somebody has found out leads out of unknown. */
    static Stream<String> unknownIsReconciled(Story story) {
        return story.changes().stream()
                .filter(change -> change.from() == UNKNOWN && change.to() != UNKNOWN)
                .filter(change -> !isFoundOut(story, change))
                .map(change -> "Unknown became %s, which nobody had found out".formatted(change.to()));
    }

    private static boolean isFoundOut(Story story, Change change) {
        return (change.to() == COMPLETED || change.to() == FAILED_RETRYABLE)
                && story.findings().stream()
                        .filter(found -> found.executed() == (change.to() == COMPLETED))
                        .anyMatch(found -> found.at().compareTo(change.at()) <= 0);
    }

    /** A lease has its full length by the database's clock, and nobody ends it before. */
    static Stream<String> leasesLast(Story story) {
        Stream<String> wrong = story.changesTo(IN_PROGRESS)
                .filter(change -> change.lease()
                                .minus(change.at())
                                .minus(story.lease())
                                .abs()
                                .compareTo(LONGEST_WAIT)
                        > 0)
                .map(change -> "Token %d was given until %s at %s"
                        .formatted(change.token(), millis(change.lease()), millis(change.at())));
        return Stream.concat(
                wrong,
                pairs(
                                story,
                                (before, after) ->
                                        endsLease(before, after) && after.at().compareTo(before.lease()) < 0)
                        .map(what -> what + ": a lease was ended before its time"));
    }

    private static boolean endsLease(Change before, Change after) {
        boolean givenUp = after.to() == UNKNOWN && after.error().equals("lease_expired");
        boolean takenOver = after.to() == IN_PROGRESS && after.token() > before.token();
        return before.to() == IN_PROGRESS && (givenUp || takenOver);
    }

    /** Age ends settled records only, and those when they have expired. */
    static Stream<String> keptUntilExpired(Story story) {
        return story.changes().stream()
                .filter(RecordRules::ends)
                .filter(change -> !change.from().isSettled() || change.at().compareTo(change.expires()) < 0)
                .map(change -> "Ended at %s as %s, to be kept until %s"
                        .formatted(millis(change.at()), change.from(), millis(change.expires())));
    }

    private static boolean ends(Change change) {
        boolean runsAgain = change.from() == COMPLETED && change.to() == IN_PROGRESS;
        return change.to() == ABSENT || change.to() == EXPIRED || runsAgain;
    }

    static boolean endsInDueTime(Change change) {
        return change.from() == COMPLETED && ends(change) && change.at().compareTo(change.expires()) >= 0;
    }

    private static Stream<String> pairs(Story story, BiPredicate<Change, Change> wrong) {
        return IntStream.range(1, story.changes().size())
                .filter(i ->
                        wrong.test(story.changes().get(i - 1), story.changes().get(i)))
                .mapToObj(i -> "From %s to %s at %s"
                        .formatted(
                                story.changes().get(i - 1).to(),
                                story.changes().get(i).to(),
                                millis(story.changes().get(i).at())));
    }

    private static String millis(Duration time) {
        return time.toMillis() + " ms";
    }
}
