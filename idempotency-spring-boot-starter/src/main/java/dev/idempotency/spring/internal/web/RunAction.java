package dev.idempotency.spring.internal.web;

import dev.idempotency.core.action.ActionEntry;
import dev.idempotency.core.engine.Ending;
import dev.idempotency.core.outcome.Outcome;
import dev.idempotency.core.record.Header;
import dev.idempotency.core.record.RecordedAnswer;
import dev.idempotency.spring.IdempotencyContext;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What the run of a request does once and for all. The entry is made in the run's transaction before the handler
 * is called; it is taken back if the handler refuses, and goes with the transaction if that is rolled back.
 */
final class RunAction {

    private static final Logger log = LoggerFactory.getLogger(RunAction.class);
    private static final int FIRST_REFUSAL = 400;
    private static final int MAX_REFERENCE = 255;

    private final ActionEntry entry;
    private final IdempotencyContext context;

    /** @param context in which the handler says what it calls the effect */
    RunAction(ActionEntry entry, IdempotencyContext context) {
        this.entry = entry;
        this.context = context;
    }

    /**
     * The handler has ended; its transaction has not. A statement fails here only if the transaction has come to nothing
     * already, and then the record that follows cannot be committed with the work either.
     */
    void ending(Ending ending) {
        if (ending.outcome() != Outcome.STORED) {
            return;
        }
        try {
            if (ending.answer().code() >= FIRST_REFUSAL) {
                entry.withdraw();
            } else {
                reference(ending.answer()).ifPresent(entry::refer);
            }
        } catch (RuntimeException failure) {
            log.debug("The entry of an action could not be changed, as its transaction is lost", failure);
        }
    }

    private Optional<String> reference(RecordedAnswer answer) {
        return context.reference()
                .or(() -> answer.headers().stream()
                        .filter(header -> header.name().equalsIgnoreCase("Location"))
                        .map(Header::value)
                        .filter(value -> !value.isEmpty() && value.length() <= MAX_REFERENCE)
                        .findFirst());
    }
}
