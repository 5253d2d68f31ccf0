package dev.idempotency.chaos.check;

import dev.idempotency.chaos.history.Event.Answered;
import dev.idempotency.chaos.history.Event.Change;
import dev.idempotency.chaos.history.Receipt;
import dev.idempotency.chaos.history.RecordState;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** What answers say about each other and about the record. */
final class AnswerRules {

    private AnswerRules() {}

    static Stream<String> allTheSame(Story story) {
        List<String> different = story.successes()
                .flatMap(success -> success.answer().stream())
                .map(answer -> answer.status() + " " + answer.headers() + " " + answer.body())
                .distinct()
                .toList();
        return different.size() > story.lives()
                ? Stream.of("%d different successes: %s".formatted(different.size(), different))
                : Stream.empty();
    }

    /**
     * A success is on record before it is told. Outside a transaction there is one exception: when the store failed after the work
     * was done, the answer is delivered all the same. The record is unknown afterwards, unless the server executes the statement
     * whose connection was broken after all.
     */
    static Stream<String> successIsRecorded(Evidence evidence, Story story) {
        return story.successes()
                .filter(success -> completions(story, success)
                        .noneMatch(change -> change.at().compareTo(success.ended()) <= 0))
                .filter(success -> story.endpoint().isTransactional()
                        || isReplay(success)
                        || !mayStoreHaveFailed(evidence, story, success))
                .map(success -> success + ": a success that was not on record");
    }

    private static boolean mayStoreHaveFailed(Evidence evidence, Story story, Exchange success) {
        boolean becameUnknown = story.changesTo(RecordState.UNKNOWN).findAny().isPresent();
        return becameUnknown || (completions(story, success).findAny().isPresent() && evidence.isStruckDuring(success));
    }

    private static Stream<Change> completions(Story story, Exchange success) {
        String run = success.receipt().map(Receipt::run).orElse("");
        return story.changesTo(RecordState.COMPLETED)
                .filter(change -> change.run().equals(run));
    }

    private static boolean isReplay(Exchange exchange) {
        return exchange.answer().filter(Answered::replayed).isPresent();
    }

    static Stream<String> noForeignBytes(Story story) {
        return story.exchanges().stream()
                .filter(exchange -> exchange.answer()
                        .filter(answer -> isForeign(story, exchange, answer))
                        .isPresent())
                .map(exchange -> exchange + ": bytes that belong to somebody else");
    }

    private static boolean isForeign(Story story, Exchange exchange, Answered answer) {
        Optional<Receipt> receipt = exchange.receipt();
        return receipt.isPresent()
                ? !receipt.get().key().equals(story.key())
                : answer.body().contains(story.key().key());
    }

    /** Whoever lost the record to somebody else keeps silent: a success of one's own is the one that is on record. */
    static Stream<String> onlyTheHolderAnswers(Story story) {
        List<String> recorded = story.changesTo(RecordState.COMPLETED)
                .map(Change::run)
                .distinct()
                .toList();
        return story.successes()
                .filter(success -> !isReplay(success) && !recorded.isEmpty())
                .filter(success -> success.receipt()
                        .filter(receipt -> !recorded.contains(receipt.run()))
                        .isPresent())
                .map(success -> success + ": a success of a holder whose record was completed by another");
    }
}
