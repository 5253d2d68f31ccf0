package dev.idempotency.core.action;

/**
 * What became of an action that was asked for.
 *
 * @param <T> what the work gives back
 */
public sealed interface ActionResult<T> {

    /** Calls the method that fits. */
    <R> R match(Cases<T, R> cases);

    /** What to do in each case. */
    interface Cases<T, R> {

        R done(Done<T> done);

        R alreadyDone(AlreadyDone<T> alreadyDone);

        R conflicting(Conflicting<T> conflicting);

        R inProgress(InProgress<T> inProgress);
    }

    /** Of an action that was done before. */
    static <T> ActionResult<T> of(DoneAction before, Action asked) {
        return before.conflictsWith(asked.content()) ? new Conflicting<>(before) : new AlreadyDone<>(before);
    }

    /** It was done now, and counts as soon as the transaction is committed. */
    record Done<T>(T value) implements ActionResult<T> {

        @Override
        public <R> R match(Cases<T, R> cases) {
            return cases.done(this);
        }
    }

    /** It was done before, with the same content. Nothing was done now. */
    record AlreadyDone<T>(DoneAction before) implements ActionResult<T> {

        @Override
        public <R> R match(Cases<T, R> cases) {
            return cases.alreadyDone(this);
        }
    }

    /** It was done before, with other content. Nothing was done now. */
    record Conflicting<T>(DoneAction before) implements ActionResult<T> {

        @Override
        public <R> R match(Cases<T, R> cases) {
            return cases.conflicting(this);
        }
    }

    /** Another transaction is doing it. Nothing was done now; whoever asks again later learns what became of it. */
    record InProgress<T>() implements ActionResult<T> {

        @Override
        public <R> R match(Cases<T, R> cases) {
            return cases.inProgress(this);
        }
    }
}
