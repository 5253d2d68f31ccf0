package dev.idempotency.spring.endpoint;

import dev.idempotency.core.engine.Waiting;
import dev.idempotency.core.fingerprint.CanonicalFingerprinter;
import dev.idempotency.core.fingerprint.Fingerprinter;
import dev.idempotency.core.store.OnLapsedLease;
import dev.idempotency.spring.Mode;
import dev.idempotency.spring.OnConcurrent;
import dev.idempotency.spring.OnLeaseExpiry;
import dev.idempotency.spring.OnStoreFailure;
import dev.idempotency.spring.outcome.OutcomePolicy;
import dev.idempotency.spring.outcome.StandardOutcomePolicy;
import java.time.Duration;
import java.util.List;

/**
 * How an endpoint is protected. Begins with the defaults; whoever knows better, from the application's properties by the class
 * to the method, says what is different. Values are checked when they are said.
 */
public final class EndpointSettings {

    private Mode mode = Mode.LEASE;
    private String transactionManager = "";
    private Duration ttl = Duration.ofHours(24);
    private Duration lease = Duration.ofSeconds(60);
    private boolean required = true;
    private OnConcurrent onConcurrent = OnConcurrent.REJECT;
    private Duration waitAtMost = Duration.ofSeconds(2);
    private OnStoreFailure onStoreFailure = OnStoreFailure.REJECT;
    private OnLeaseExpiry onLeaseExpiry = OnLeaseExpiry.UNKNOWN;
    private Fingerprinter fingerprinter = new CanonicalFingerprinter();
    private OutcomePolicy outcomes = new StandardOutcomePolicy();
    private OutcomeRules rules = OutcomeRules.NONE;

    /** How the work and its record are kept together. */
    public EndpointSettings mode(Mode mode) {
        this.mode = mode;
        return this;
    }

    /** The name of the transaction manager for {@link Mode#TRANSACTIONAL}, where there are several. */
    public EndpointSettings transactionManager(String beanName) {
        this.transactionManager = beanName;
        return this;
    }

    /** For how long the answer is replayed. */
    public EndpointSettings ttl(Duration ttl) {
        this.ttl = positive(ttl, "ttl");
        return this;
    }

    /** How long a process may be silent before its run counts as lost. */
    public EndpointSettings lease(Duration lease) {
        this.lease = positive(lease, "lease");
        return this;
    }

    /** Whether a request without a key is refused. */
    public EndpointSettings required(boolean required) {
        this.required = required;
        return this;
    }

    /** What a request gets while the first one with its key still runs. */
    public EndpointSettings onConcurrent(OnConcurrent onConcurrent) {
        this.onConcurrent = onConcurrent;
        return this;
    }

    /** How long a request waits for the first one, if it waits. */
    public EndpointSettings waitAtMost(Duration waitAtMost) {
        this.waitAtMost = positive(waitAtMost, "waitAtMost");
        return this;
    }

    /** What a request gets when the store cannot be reached. */
    public EndpointSettings onStoreFailure(OnStoreFailure onStoreFailure) {
        this.onStoreFailure = onStoreFailure;
        return this;
    }

    /** What becomes of a request whose process went away while it ran. */
    public EndpointSettings onLeaseExpiry(OnLeaseExpiry onLeaseExpiry) {
        this.onLeaseExpiry = onLeaseExpiry;
        return this;
    }

    /** Tells whether two requests are the same. */
    public EndpointSettings fingerprinter(Fingerprinter fingerprinter) {
        this.fingerprinter = fingerprinter;
        return this;
    }

    /** Requests are the same when they differ in nothing but these, see {@link CanonicalFingerprinter}. */
    public EndpointSettings ignoredMembers(String... ignoredMembers) {
        return fingerprinter(new CanonicalFingerprinter(List.of(ignoredMembers)));
    }

    /** Tells what an answer or an exception means for the record, where no rule below does. */
    public EndpointSettings outcomes(OutcomePolicy outcomes) {
        this.outcomes = outcomes;
        return this;
    }

    /** Exceptions, thrown or among the causes, after which certainly nothing has happened. */
    public EndpointSettings retryableOn(List<Class<? extends Throwable>> types) {
        this.rules = rules.withRetryable(types);
        return this;
    }

    /** Exceptions, thrown or among the causes, after which something may have happened. */
    public EndpointSettings unknownOn(List<Class<? extends Throwable>> types) {
        this.rules = rules.withUnknown(types);
        return this;
    }

    /** Statuses after which a retry runs. */
    public EndpointSettings retryableStatuses(int... statuses) {
        this.rules = rules.withRetryable(statuses);
        return this;
    }

    /** Statuses after which something may have happened. */
    public EndpointSettings unknownStatuses(int... statuses) {
        this.rules = rules.withUnknown(statuses);
        return this;
    }

    /** The same settings, to be changed by themselves. */
    EndpointSettings copy() {
        EndpointSettings copy = new EndpointSettings();
        copy.mode = mode;
        copy.transactionManager = transactionManager;
        copy.ttl = ttl;
        copy.lease = lease;
        copy.required = required;
        copy.onConcurrent = onConcurrent;
        copy.waitAtMost = waitAtMost;
        copy.onStoreFailure = onStoreFailure;
        copy.onLeaseExpiry = onLeaseExpiry;
        copy.fingerprinter = fingerprinter;
        copy.outcomes = outcomes;
        copy.rules = rules;
        return copy;
    }

    Endpoint endpoint(String operation) {
        return new Endpoint(
                operation,
                mode,
                transactionManager,
                ttl,
                lease,
                required,
                onConcurrent == OnConcurrent.WAIT ? new Waiting(waitAtMost) : Waiting.NONE,
                onStoreFailure,
                onLeaseExpiry == OnLeaseExpiry.TAKE_OVER ? OnLapsedLease.TAKE_OVER : OnLapsedLease.UNKNOWN,
                fingerprinter,
                rules.before(outcomes));
    }

    private static Duration positive(Duration duration, String what) {
        if (duration.isZero() || duration.isNegative()) {
            throw new IllegalArgumentException(what + " must be longer than zero, not " + duration);
        }
        return duration;
    }
}
