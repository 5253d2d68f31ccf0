package dev.idempotency.test;

import static dev.idempotency.test.Requests.BY_HAND;
import static dev.idempotency.test.Requests.RETENTION;
import static dev.idempotency.test.Requests.granted;
import static dev.idempotency.test.Requests.request;
import static dev.idempotency.test.Requests.response;
import static org.assertj.core.api.Assertions.assertThat;

import dev.idempotency.core.record.RecordId;
import dev.idempotency.core.record.RecordSummary;
import dev.idempotency.core.scope.Scope;
import dev.idempotency.core.store.DecisionLogEntry;
import dev.idempotency.core.store.GrantedRun;
import dev.idempotency.core.store.IdempotencyStore.Unresolved;
import dev.idempotency.core.store.Resolution;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What an operator sees and decides. */
public interface OperatorContract extends StoreUnderTest {

    private GrantedRun unknown(String key) {
        GrantedRun run = granted(store(), request(key));
        run.markUnknown("Timeout");
        return run;
    }

    private void deadLetter(String key) {
        GrantedRun run = unknown(key);
        store().resolve(
                        run.lease().id(),
                        run.lease().token(),
                        new Resolution.StillUnknown(Optional.empty()),
                        Optional.empty());
    }

    @Test
    default void open_outcomes_and_dead_letters_are_listed_apart() {
        unknown("open");
        deadLetter("dead");
        granted(store(), request("running"));
        granted(store(), request("completed")).complete(response("done"));

        assertThat(keys(store().listUnknown(Unresolved.OPEN, Optional.empty(), 10)))
                .containsExactly("open");
        assertThat(keys(store().listUnknown(Unresolved.DEAD_LETTER, Optional.empty(), 10)))
                .containsExactly("dead");
    }

    @Test
    default void unknown_outcomes_are_counted_up_to_a_limit() {
        unknown("open");
        unknown("open-too");
        for (int i = 0; i < 4; i++) {
            deadLetter("dead-" + i);
        }
        granted(store(), request("running"));

        assertThat(store().countUnknown(Unresolved.OPEN, 10)).isEqualTo(2);
        assertThat(store().countUnknown(Unresolved.DEAD_LETTER, 10)).isEqualTo(4);
        assertThat(store().countUnknown(Unresolved.DEAD_LETTER, 3)).isEqualTo(3);
    }

    @Test
    default void a_long_list_is_read_page_by_page() {
        List<String> all = new ArrayList<>();
        for (int i = 0; i < 7; i++) {
            deadLetter("dead-" + i);
            all.add("dead-" + i);
        }
        List<String> read = new ArrayList<>();
        Optional<RecordId> last = Optional.empty();
        List<RecordSummary> page;
        do {
            page = store().listUnknown(Unresolved.DEAD_LETTER, last, 3);
            read.addAll(keys(page));
            last = page.stream().reduce((first, second) -> second).map(RecordSummary::id);
        } while (!page.isEmpty());

        assertThat(read).containsExactlyElementsOf(all);
    }

    @Test
    default void a_decision_by_hand_is_kept_with_who_and_why() {
        GrantedRun done = unknown("decided-done");
        GrantedRun undone = unknown("decided-undone");
        GrantedRun again = unknown("decided-again");

        resolveByHand(done, new Resolution.Completed(response("done"), RETENTION));
        letTimePass(Duration.ofSeconds(1));
        resolveByHand(undone, new Resolution.NotExecuted(RETENTION));
        letTimePass(Duration.ofSeconds(1));
        resolveByHand(again, new Resolution.Requeued());
        letTimePass(Duration.ofSeconds(1));
        store().evict(done.lease().id(), BY_HAND);
        letTimePass(Duration.ofSeconds(1));
        store().evictAll(Scope.of("tester"), BY_HAND);

        List<DecisionLogEntry> decisions = store().decisions(Scope.of("tester"), 10);
        assertThat(decisions)
                .extracting(DecisionLogEntry::action)
                .containsExactly(
                        DecisionLogEntry.Action.PURGED,
                        DecisionLogEntry.Action.EVICTED,
                        DecisionLogEntry.Action.REQUEUED,
                        DecisionLogEntry.Action.RESOLVED_NOT_EXECUTED,
                        DecisionLogEntry.Action.RESOLVED_COMPLETED);
        assertThat(decisions)
                .allSatisfy(decided -> assertThat(decided.decision()).isEqualTo(BY_HAND));
        assertThat(done.lease().id().key())
                .hasToString("IdempotencyKey[" + decisions.get(4).keyHash() + "]");
        assertThat(store().decisions(Scope.of("tester"), 2)).hasSize(2);
        assertThat(store().decisions(Scope.of("somebody else"), 10)).isEmpty();
    }

    @Test
    default void a_decision_that_was_refused_or_found_out_automatically_is_not_kept() {
        GrantedRun running = granted(store(), request("refused-running"));
        GrantedRun found = unknown("found-out");

        resolveByHand(running, new Resolution.NotExecuted(RETENTION));
        store().evict(running.lease().id(), BY_HAND);
        store().resolve(
                        found.lease().id(),
                        found.lease().token(),
                        new Resolution.NotExecuted(RETENTION),
                        Optional.empty());

        assertThat(store().decisions(Scope.of("tester"), 10)).isEmpty();
    }

    private void resolveByHand(GrantedRun run, Resolution resolution) {
        store().resolve(run.lease().id(), run.lease().token(), resolution, Optional.of(BY_HAND));
    }

    private static List<String> keys(List<RecordSummary> records) {
        return records.stream().map(record -> record.id().key().value()).toList();
    }
}
