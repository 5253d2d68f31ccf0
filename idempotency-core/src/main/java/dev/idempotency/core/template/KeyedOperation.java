package dev.idempotency.core.template;

import dev.idempotency.core.engine.RunRequest;
import dev.idempotency.core.engine.Waiting;
import dev.idempotency.core.fingerprint.CanonicalFingerprinter;
import dev.idempotency.core.fingerprint.Fingerprint;
import dev.idempotency.core.fingerprint.Fingerprinter;
import dev.idempotency.core.fingerprint.RequestBody;
import dev.idempotency.core.fingerprint.RequestContent;
import dev.idempotency.core.record.Entity;
import dev.idempotency.core.record.RecordId;
import dev.idempotency.core.store.OnLapsedLease;
import java.time.Duration;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** One call of an operation. Says what was asked for, and chooses how the work and its record are kept together. */
public final class KeyedOperation {

    /** No HTTP request has this method, so its keys and these are never taken for each other's. */
    private static final String VERB = "CALL";

    private static final String JSON = "application/json";

    private static final Fingerprinter FINGERPRINTS = new CanonicalFingerprinter();

    private final IdempotencyTemplate template;
    private final RunRequest request;

    private KeyedOperation(IdempotencyTemplate template, RunRequest request) {
        this.template = template;
        this.request = request;
    }

    static KeyedOperation of(IdempotencyTemplate template, String operation, RecordId id) {
        TemplateSettings settings = template.settings();
        return new KeyedOperation(
                template,
                new RunRequest(
                        id,
                        operation,
                        fingerprint(operation, null, RequestBody.EMPTY),
                        settings.lease(),
                        settings.retention(),
                        OnLapsedLease.UNKNOWN,
                        Waiting.NONE));
    }

    /**
     * What was asked for. The same key with another request is {@link IdempotentResult.Reused}. It is compared as JSON: the order of
     * members does not matter, all else does. Without a request, the key alone says what is meant.
     *
     * @throws IllegalArgumentException if it cannot be written as JSON
     */
    public KeyedOperation request(@Nullable Object asked) {
        byte[] json = template.values().json(asked, "What is asked of '" + request.operation() + "'");
        return with(fingerprint(request.operation(), JSON, RequestBody.of(json)));
    }

    /** As {@link #request}, for what is bytes already, such as the payload of a message. Compared byte by byte. */
    public KeyedOperation requestBytes(byte[] asked) {
        return with(fingerprint(request.operation(), null, RequestBody.of(asked)));
    }

    /** How long the result is kept, and so for how long a repetition is known as one. */
    public KeyedOperation keepFor(Duration retention) {
        TemplateSettings.requirePositive(retention, "Retention");
        return new KeyedOperation(template, asking(request.fingerprint(), retention, request.waiting()));
    }

    /** Waits for an earlier call with the key that still runs, in place of answering at once. */
    public KeyedOperation waitAtMost(Duration atMost) {
        return new KeyedOperation(template, asking(request.fingerprint(), request.retention(), new Waiting(atMost)));
    }

    /**
     * Works on an entity, such as an order: no other run works on it at the same time, whatever its key. While another one does, or
     * it is not known what became of one, the result is {@link IdempotentResult.InProgress}.
     */
    public KeyedOperation on(Entity entity) {
        return new KeyedOperation(
                template, request.withEntity(Objects.requireNonNull(entity, "The entity must not be null")));
    }

    /**
     * The record is made before the work and completed after it, each in a short transaction of its own. For work that calls others.
     * If the process dies in between, the outcome is unknown until it has been reconciled. Not to be used inside a transaction of
     * the records' database.
     */
    public Execution lease() {
        return lease(request.lease());
    }

    /** As {@link #lease()}, with another time after which a silent process counts as lost. */
    public Execution lease(Duration length) {
        return leased(length, OnLapsedLease.UNKNOWN);
    }

    /** As {@link #lease()}, for work that may safely be done more than once: the next call runs in place of one that was lost. */
    public Execution repeatableLease() {
        return leased(request.lease(), OnLapsedLease.TAKE_OVER);
    }

    /**
     * The work and its record are one transaction, which this call begins and ends. For work on the records' database. If it fails, or
     * the process dies, neither is there. Not to be used inside an open transaction: there, use {@link #joining()}.
     */
    public Execution transactional() {
        return transactional("");
    }

    /** As {@link #transactional()}, by the transaction manager of this name. */
    public Execution transactional(String transactionManager) {
        return new Execution(template, request, engines -> engines.transactional(transactionManager));
    }

    /**
     * The work and its record are part of the transaction that the caller has open: they are committed or rolled back with it, so a
     * result counts only once the caller has committed. If another transaction does the same work at the same time, one of the two
     * ends by {@link IdempotencyException.TransactionLost} and must be rolled back; tried again, it finds the other's record.
     */
    public Execution joining() {
        return joining("");
    }

    /** As {@link #joining()}, by the transaction manager of this name. */
    public Execution joining(String transactionManager) {
        return new Execution(template, request, engines -> engines.joined(transactionManager));
    }

    private Execution leased(Duration length, OnLapsedLease onLapsedLease) {
        TemplateSettings.requirePositive(length, "Lease");
        RunRequest leased = new RunRequest(
                request.id(),
                request.operation(),
                request.fingerprint(),
                length,
                request.retention(),
                onLapsedLease,
                request.waiting(),
                request.entity());
        return new Execution(template, leased, RunEngines::leased);
    }

    private KeyedOperation with(Fingerprint fingerprint) {
        return new KeyedOperation(template, asking(fingerprint, request.retention(), request.waiting()));
    }

    private RunRequest asking(Fingerprint fingerprint, Duration retention, Waiting waiting) {
        return new RunRequest(
                request.id(),
                request.operation(),
                fingerprint,
                request.lease(),
                retention,
                request.onLapsedLease(),
                waiting,
                request.entity());
    }

    private static Fingerprint fingerprint(String operation, @Nullable String contentType, RequestBody body) {
        return FINGERPRINTS.fingerprint(new RequestContent(VERB, operation, null, contentType, body));
    }

    /** The operation and a hash of the key. */
    @Override
    public String toString() {
        return "KeyedOperation[" + request.operation() + ", " + request.id() + "]";
    }
}
