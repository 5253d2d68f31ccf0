package dev.idempotency.jdbc;

import static dev.idempotency.test.Requests.BY_HAND;
import static dev.idempotency.test.Requests.RETENTION;
import static dev.idempotency.test.Requests.response;

import dev.idempotency.core.record.RecordedAnswer;
import dev.idempotency.core.store.Resolution;
import dev.idempotency.jdbc.internal.batch.RecordWrite;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Predicate;

/** Each way to write a record by itself, and whether the store says that it is written. */
enum ReplicatedWrite {
    RESERVATION(stage -> {}, ReplicatedStage::isGranted, true),
    SHARED_RESERVATION(
            stage -> {},
            stage -> stage.isShared(new RecordWrite.Insertion(stage.request())) || stage.isGranted(),
            true),
    TAKE_OVER(ReplicatedStage::failed, ReplicatedStage::isGranted, true),
    LAPSE(ReplicatedStage::lapsed, stage -> !stage.isGranted(), false),
    COMPLETION(ReplicatedStage::reserved, stage -> stage.run().complete(response("done")), true),
    SHARED_COMPLETION(
            ReplicatedStage::reserved,
            stage -> stage.isShared(new RecordWrite.Completion(stage.lease(), response("done")))
                    || stage.run().complete(response("done")),
            true),
    FAILURE(ReplicatedStage::reserved, stage -> stage.run().fail("nothing done"), true),
    MARK(ReplicatedStage::reserved, stage -> stage.run().markUnknown("lost"), true),
    RENEWAL(
            ReplicatedStage::reserved,
            stage -> !stage.store().renew(List.of(stage.lease())).isEmpty(),
            true),
    RESOLUTION(
            ReplicatedStage::unknown,
            stage -> stage.isResolved(new Resolution.Completed(response("found"), RETENTION), Optional.empty()),
            false),
    DECISION(
            ReplicatedStage::unknown,
            stage -> stage.isResolved(new Resolution.NotExecuted(RETENTION), Optional.of(BY_HAND)),
            false),
    CLAIM(
            ReplicatedStage::unknown,
            stage -> !stage.store().claimUnknown(9, Duration.ofMinutes(1)).isEmpty(),
            false),
    SWEEP(ReplicatedStage::lapsed, stage -> stage.store().sweep(Duration.ofHours(1), 9) > 0, false),
    /** The work was rolled back, its refusal is stored by itself. */
    REFUSAL(stage -> {}, ReplicatedStage::isRefusalStored, false),
    SUPPLEMENT(ReplicatedStage::completedWithoutBody, ReplicatedStage::isSupplemented, false),
    /** The work and its record, committed together. */
    TRANSACTION(stage -> {}, ReplicatedStage::isCommitted, false),
    /** As before, where the application has something to do at the commit. */
    TRANSACTION_WITH_CALLBACKS(stage -> {}, ReplicatedStage::isCommittedWithCallbacks, false);

    private final Consumer<ReplicatedStage> preparation;
    private final Predicate<ReplicatedStage> write;
    private final boolean askedAgain;

    ReplicatedWrite(Consumer<ReplicatedStage> preparation, Predicate<ReplicatedStage> write, boolean askedAgain) {
        this.preparation = preparation;
        this.write = write;
        this.askedAgain = askedAgain;
    }

    static RecordedAnswer refusal() {
        return RecordedAnswer.of(409, List.of(), new byte[0]);
    }

    void prepare(ReplicatedStage stage) {
        preparation.accept(stage);
        stage.ready();
    }

    boolean isDone(ReplicatedStage stage) {
        return write.test(stage);
    }

    /** Whether who got no answer finds out by asking once more. */
    boolean isAskedAgain() {
        return askedAgain;
    }
}
