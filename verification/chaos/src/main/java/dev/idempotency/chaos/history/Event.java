package dev.idempotency.chaos.history;

import java.time.Duration;

/**
 * Something that happened, with the time since the start of the run. Everything that a verdict is based on is one of these, so
 * that the file of a run is all its evidence, and a history can be written by hand.
 */
public sealed interface Event {

    Duration at();

    /** The run as a whole. */
    record Run(Duration at, long seed, String seededBug, Duration lease, Duration sweep, int nodes) implements Event {}

    /** Another part of the run begins. */
    record Begins(Duration at, Phase phase) implements Event {}

    /** A client sends a request. Each has an attempt of its own; the key and the payload stay when it is a retry. */
    record Sent(Duration at, String attempt, int node, KeyName key, EndpointKind endpoint, String payload)
            implements Event {}

    /**
     * The answer to a request, whole.
     *
     * @param code of the problem; empty for an answer that is the handler's own
     * @param headers those that a replay must repeat
     */
    record Answered(Duration at, String attempt, int status, String code, boolean replayed, String headers, String body)
            implements Event {

        public boolean isSuccess() {
            return status >= 200 && status < 300;
        }

        /** Whether this is an answer for good: the handler's own that asks for no retry, or that it was given and not kept. */
        public boolean isDefinitive() {
            boolean handlers = code.isEmpty() && status < 500 && status != 408 && status != 425 && status != 429;
            return handlers || tellsOfUnkeptAnswer() || tellsOfAnotherKey();
        }

        /** Whether it says that what was asked for was done under another key, and will not be done again. */
        public boolean tellsOfAnotherKey() {
            return code.equals("idempotency_action_done") || code.equals("idempotency_action_conflict");
        }

        /** Whether it says that the request was done, and that its answer was too large to be kept, or had passed through. */
        public boolean tellsOfUnkeptAnswer() {
            return code.equals("idempotency_response_unavailable");
        }
    }

    /** A client leaves before it has the whole answer. What it may have seen of the answer counts for nothing. */
    record Left(Duration at, String attempt, FaultKind kind) implements Event {}

    /** A request without an answer: the client did not wait any longer, or the connection broke. */
    record Unanswered(Duration at, String attempt, String reason) implements Event {}

    /** A fault begins. Node 0 is the database. */
    record Fault(Duration at, String id, FaultKind kind, int node) implements Event {}

    /** A kind of fault that this machine does not allow. */
    record Impossible(Duration at, FaultKind kind, String reason) implements Event {}

    /** A fault is over: the process is back, the network works. */
    record Over(Duration at, String id) implements Event {}

    /** The work was done, as the place where it was done has it on record. */
    record Effect(Duration at, KeyName key, String run, String attempt, String payload) implements Event {}

    /**
     * A record changed, as a trigger on the table has seen it.
     *
     * @param lease when the lease ends after the change
     * @param expires when the record expires; before the change, if it ends it
     * @param run whose answer is stored after the change; empty when none is
     */
    record Change(
            Duration at,
            KeyName key,
            RecordState from,
            RecordState to,
            long token,
            Duration lease,
            Duration expires,
            String run,
            String error)
            implements Event {}

    /** A reconciler found out about an unknown run. */
    record Found(Duration at, KeyName key, boolean executed) implements Event {}

    /** Something that should not be there at the end: a lock, an open transaction, a busy connection. */
    record Leftover(Duration at, int node, String what) implements Event {}
}
