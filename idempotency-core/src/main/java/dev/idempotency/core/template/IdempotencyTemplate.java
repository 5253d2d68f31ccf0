package dev.idempotency.core.template;

import dev.idempotency.core.atrest.StoredKeyMapper;
import dev.idempotency.core.outcome.ExceptionOutcomes;
import dev.idempotency.core.record.RecordedAnswer;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Runs any code once for a key, whatever called it: a listener, a schedule, a row of a batch.
 *
 * <pre>{@code
 * IdempotentResult<Receipt> result = idempotency
 *         .operation("book-invoice")
 *         .key(fileId)
 *         .request(invoice)
 *         .transactional()
 *         .run(Receipt.class, () -> ledger.book(invoice));
 * }</pre>
 *
 * <p>All it needs of an engine is that of the requests over HTTP, with the same records, leases, sweep and reconciliation. Safe for
 * any number of threads, as is everything that it hands out.
 */
public final class IdempotencyTemplate {

    private final RunEngines engines;
    private final RecordedValues values;
    private final ExceptionOutcomes outcomes;
    private final StoredKeyMapper naming;
    private final RunBinding binding;
    private final TemplateSettings settings;

    /**
     * For one application.
     *
     * @param outcomes what an exception of the work means for its record
     * @param naming under which names records are kept
     * @param binding shows the work which run it is in
     */
    public IdempotencyTemplate(
            RunEngines engines,
            ValueCodec codec,
            ExceptionOutcomes outcomes,
            StoredKeyMapper naming,
            RunBinding binding,
            TemplateSettings settings) {
        this.engines = Objects.requireNonNull(engines, "engines");
        this.values = new RecordedValues(codec, settings.largestValue());
        this.outcomes = Objects.requireNonNull(outcomes, "outcomes");
        this.naming = Objects.requireNonNull(naming, "naming");
        this.binding = Objects.requireNonNull(binding, "binding");
        this.settings = settings;
    }

    /**
     * Names what is done: for operators, and for whoever finds out about unknown outcomes. The name stays the same as the code
     * changes.
     */
    public Operation operation(String name) {
        return new Operation(this, name);
    }

    /**
     * The answer that a reconciler or an operator gives in place of a run that turned out to have come to this value.
     *
     * @throws IllegalArgumentException if it cannot be written as JSON
     */
    public RecordedAnswer answerOf(@Nullable Object value) {
        return values.answerOf(value);
    }

    RunEngines engines() {
        return engines;
    }

    RecordedValues values() {
        return values;
    }

    ExceptionOutcomes outcomes() {
        return outcomes;
    }

    StoredKeyMapper naming() {
        return naming;
    }

    RunBinding binding() {
        return binding;
    }

    TemplateSettings settings() {
        return settings;
    }
}
