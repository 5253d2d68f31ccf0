package dev.idempotency.spring.endpoint;

import dev.idempotency.core.engine.Waiting;
import dev.idempotency.core.fingerprint.CanonicalFingerprinter;
import dev.idempotency.core.fingerprint.Fingerprinter;
import dev.idempotency.core.step.RunSteps;
import dev.idempotency.core.store.OnLapsedLease;
import dev.idempotency.spring.Mode;
import dev.idempotency.spring.OnConcurrent;
import dev.idempotency.spring.OnLeaseExpiry;
import dev.idempotency.spring.OnStoreFailure;
import dev.idempotency.spring.outcome.OutcomePolicy;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.springframework.web.method.HandlerMethod;

/**
 * How an endpoint is protected. Immutable: each method returns other settings. They begin with the application's properties, which
 * hold the only defaults; an annotation on a class, and then one on its method, say what is different. Values are checked when
 * they are set.
 */
public final class EndpointSettings implements Cloneable {

    private @Nullable Mode mode;
    private String transactionManager = "";
    private String entity = "";
    private String action = "";
    private @Nullable Duration ttl;
    private @Nullable Duration lease;
    private @Nullable Boolean required;
    private @Nullable OnConcurrent onConcurrent;
    private @Nullable Duration waitAtMost;
    private @Nullable OnStoreFailure onStoreFailure;
    private @Nullable OnLeaseExpiry onLeaseExpiry;
    private List<String> phases = List.of();
    private @Nullable Fingerprinter fingerprinter;
    private @Nullable OutcomePolicy outcomes;
    private OutcomeRules rules = OutcomeRules.NONE;

    private EndpointSettings() {}

    /** Settings of which none is set yet. All must be before there is an endpoint, but for the rules and the transaction manager. */
    public static EndpointSettings none() {
        return new EndpointSettings();
    }

    /** How the work and its record are kept together. */
    public EndpointSettings mode(Mode mode) {
        return with(changed -> changed.mode = mode);
    }

    /** The name of the transaction manager for {@link Mode#TRANSACTIONAL}, where there are several. */
    public EndpointSettings transactionManager(String beanName) {
        return with(changed -> changed.transactionManager = beanName);
    }

    /** Name of what a request works on, such as <code>order:{id}</code>. Empty for none. */
    public EndpointSettings entity(String name) {
        return with(changed -> changed.entity = name);
    }

    /** Name of what a request does once and for all, such as <code>refund:{id}</code>. Empty for none. */
    public EndpointSettings action(String name) {
        return with(changed -> changed.action = name);
    }

    /** For how long the answer is replayed. */
    public EndpointSettings ttl(Duration ttl) {
        return with(changed -> changed.ttl = positive(ttl, "ttl"));
    }

    /** How long a process may be silent before its run counts as lost. */
    public EndpointSettings lease(Duration lease) {
        return with(changed -> changed.lease = positive(lease, "lease"));
    }

    /** Whether a request without a key is refused. */
    public EndpointSettings required(boolean required) {
        return with(changed -> changed.required = required);
    }

    /** What a request gets while the first one with its key still runs. */
    public EndpointSettings onConcurrent(OnConcurrent onConcurrent) {
        return with(changed -> changed.onConcurrent = onConcurrent);
    }

    /** How long a request waits for the first one, if it waits. */
    public EndpointSettings waitAtMost(Duration waitAtMost) {
        return with(changed -> changed.waitAtMost = positive(waitAtMost, "waitAtMost"));
    }

    /** What a request gets when the store cannot be reached. */
    public EndpointSettings onStoreFailure(OnStoreFailure onStoreFailure) {
        return with(changed -> changed.onStoreFailure = onStoreFailure);
    }

    /** What becomes of a request whose process went away while it ran. */
    public EndpointSettings onLeaseExpiry(OnLeaseExpiry onLeaseExpiry) {
        return with(changed -> changed.onLeaseExpiry = onLeaseExpiry);
    }

    /** The names of the handler's phases, in their order. */
    public EndpointSettings phases(List<String> names) {
        requireNames(names);
        return with(changed -> changed.phases = List.copyOf(names));
    }

    private static void requireNames(List<String> names) {
        for (String name : names) {
            if (name.isBlank() || name.length() > RunSteps.LONGEST_NAME || name.indexOf('\0') >= 0) {
                throw new IllegalArgumentException("The name of a phase has 1 to " + RunSteps.LONGEST_NAME
                        + " characters and no NUL, and is not blank: '" + name + "'");
            }
        }
        if (Set.copyOf(names).size() < names.size()) {
            throw new IllegalArgumentException("Phases have names of their own, but one stands twice in " + names);
        }
    }

    /** Tells whether two requests are the same. */
    public EndpointSettings fingerprinter(Fingerprinter fingerprinter) {
        return with(changed -> changed.fingerprinter = fingerprinter);
    }

    /** Requests are the same when they differ in nothing but these, see {@link CanonicalFingerprinter}. */
    public EndpointSettings ignoredMembers(String... ignoredMembers) {
        return fingerprinter(new CanonicalFingerprinter(List.of(ignoredMembers)));
    }

    /** Tells what an answer or an exception means for the record, where no rule below does. */
    public EndpointSettings outcomes(OutcomePolicy outcomes) {
        return with(changed -> changed.outcomes = outcomes);
    }

    /** Exceptions, thrown or among the causes, after which certainly nothing has happened. */
    public EndpointSettings retryableOn(List<Class<? extends Throwable>> types) {
        return with(changed -> changed.rules = changed.rules.withRetryable(types));
    }

    /** Exceptions, thrown or among the causes, after which something may have happened. */
    public EndpointSettings unknownOn(List<Class<? extends Throwable>> types) {
        return with(changed -> changed.rules = changed.rules.withUnknown(types));
    }

    /** Statuses after which a retry runs. */
    public EndpointSettings retryableStatuses(int... statuses) {
        return with(changed -> changed.rules = changed.rules.withRetryable(statuses));
    }

    /** Statuses after which something may have happened. */
    public EndpointSettings unknownStatuses(int... statuses) {
        return with(changed -> changed.rules = changed.rules.withUnknown(statuses));
    }

    private EndpointSettings with(Consumer<EndpointSettings> change) {
        EndpointSettings changed = clone();
        change.accept(changed);
        return changed;
    }

    @Override
    protected EndpointSettings clone() {
        try {
            return (EndpointSettings) super.clone();
        } catch (CloneNotSupportedException e) {
            throw new IllegalStateException("every Cloneable can be cloned", e);
        }
    }

    /** The endpoint of this operation, such as {@code POST /orders}, whose requests no controller's method takes. */
    public ProtectedEndpoint endpoint(String operation) {
        return endpoint(operation, null);
    }

    ProtectedEndpoint endpoint(String operation, @Nullable HandlerMethod handler) {
        ProtectedEndpoint endpoint = new ProtectedEndpoint(
                operation,
                set(mode, "mode"),
                transactionManager,
                entity,
                action,
                set(ttl, "ttl"),
                set(lease, "lease"),
                set(required, "required"),
                set(onConcurrent, "onConcurrent") == OnConcurrent.WAIT
                        ? new Waiting(set(waitAtMost, "waitAtMost"))
                        : Waiting.NONE,
                set(onStoreFailure, "onStoreFailure"),
                switch (set(onLeaseExpiry, "onLeaseExpiry")) {
                    case UNKNOWN -> OnLapsedLease.UNKNOWN;
                    case TAKE_OVER -> OnLapsedLease.TAKE_OVER;
                    case RESUME -> OnLapsedLease.RESUME;
                },
                phases,
                set(fingerprinter, "fingerprinter"),
                rules.before(set(outcomes, "outcomes")),
                handler);
        NamedEndpoints.check(endpoint);
        return endpoint;
    }

    private static <T> T set(@Nullable T value, String what) {
        if (value == null) {
            throw new IllegalStateException(what + " is not set");
        }
        return value;
    }

    private static Duration positive(Duration duration, String what) {
        if (duration.isZero() || duration.isNegative()) {
            throw new IllegalArgumentException(what + " must be longer than zero, not " + duration);
        }
        return duration;
    }
}
