package dev.idempotency.chaos.check;

import dev.idempotency.chaos.history.Event.Answered;
import dev.idempotency.chaos.history.Event.Sent;
import dev.idempotency.chaos.history.FaultKind;
import dev.idempotency.chaos.history.Receipt;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A request and what came back, if anything did.
 *
 * @param departure the point at which the client left, if it did
 */
record Exchange(
        Sent sent, @Nullable Answered answered, @Nullable FaultKind departure, Duration ended) {

    String attempt() {
        return sent.attempt();
    }

    Optional<Answered> answer() {
        return Optional.ofNullable(answered);
    }

    boolean isSuccess() {
        return answered != null && answered.isSuccess();
    }

    boolean isDefinitive() {
        return answered != null && answered.isDefinitive();
    }

    Optional<Receipt> receipt() {
        return answer().flatMap(answer -> Receipt.parse(answer.body()));
    }

    Duration took() {
        return ended.minus(sent.at());
    }

    boolean overlaps(Exchange other) {
        return sent.at().compareTo(other.ended) < 0 && other.sent.at().compareTo(ended) < 0;
    }

    @Override
    public String toString() {
        return sent.attempt() + " to node " + sent.node()
                + (departure == null ? "" : ", " + departure)
                + (answered == null ? ", no answer" : ", " + answered.status());
    }
}
