package dev.idempotency.spring.autoconfigure;

import static dev.idempotency.spring.autoconfigure.Checks.positive;
import static dev.idempotency.spring.autoconfigure.Checks.require;

import dev.idempotency.core.fingerprint.Fingerprinter;
import dev.idempotency.core.internal.key.KeyParser;
import dev.idempotency.core.key.KeySyntax;
import dev.idempotency.spring.Mode;
import dev.idempotency.spring.OnConcurrent;
import dev.idempotency.spring.OnLeaseExpiry;
import dev.idempotency.spring.OnStoreFailure;
import dev.idempotency.spring.endpoint.EndpointSettings;
import dev.idempotency.spring.outcome.OutcomePolicy;
import java.net.URI;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.NestedConfigurationProperty;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.unit.DataSize;
import org.springframework.web.bind.annotation.RequestMethod;

/**
 * What holds for all protected endpoints, unless one says otherwise. Checked when it is bound.
 *
 * @param enabled Whether the library handles keys; if false, every request runs as if it had no key.
 * @param headerName Name of the header that carries the key.
 * @param methods HTTP methods of protected requests; keys on other methods are ignored.
 * @param flavor Preset of the statuses that problems are answered with.
 * @param documentationUrl Page about idempotency keys in this API, linked from every problem.
 * @param ttl How long an answer is replayed.
 * @param lease How long a run counts as alive after its node last renewed the lease.
 * @param maxRequestSize Largest body that a request with a key may have.
 * @param maxBodiesInMemory Memory that the bodies of running requests may take together; a sixteenth of the heap if not set.
 * @param maxResponseSize Largest response that is kept; a larger one is delivered, but cannot be replayed.
 * @param required Whether a request without a key is refused.
 * @param mode How the work and its record are kept together.
 * @param onConcurrent What a request gets while the first one with its key still runs.
 * @param waitAtMost How long a request waits for the first one, if it waits.
 * @param onStoreFailure What a request gets when the store cannot be reached before any work was done.
 * @param retryAfterStoreFailure Time after which a client is told to ask again if the store cannot be reached.
 * @param onLeaseExpiry What becomes of a run whose lease has run out.
 * @param store Where records are kept.
 * @param exposeHeaders Whether scripts of another origin may read the response headers of this library.
 * @param errorPages Whether the container renders errors by a dispatch of its own, as it does for Spring Boot's error page.
 * @param status Statuses that problems are answered with in the place of the flavor's, by problem.
 */
@ConfigurationProperties("idempotency")
public record IdempotencyProperties(
        @DefaultValue("true") boolean enabled,
        @DefaultValue("Idempotency-Key") String headerName,
        @DefaultValue({"POST", "PATCH"}) Set<RequestMethod> methods,
        @DefaultValue("ietf") Flavor flavor,
        @Nullable URI documentationUrl,
        @DefaultValue("24h") Duration ttl,
        @DefaultValue("60s") Duration lease,
        @Nullable DataSize maxRequestSize,
        @Nullable DataSize maxBodiesInMemory,
        @DefaultValue("1MB") DataSize maxResponseSize,
        @DefaultValue("true") boolean required,
        @DefaultValue("lease") Mode mode,
        @DefaultValue("reject") OnConcurrent onConcurrent,
        @DefaultValue("2s") Duration waitAtMost,
        @DefaultValue("reject") OnStoreFailure onStoreFailure,
        @DefaultValue("5s") Duration retryAfterStoreFailure,
        @DefaultValue("unknown") OnLeaseExpiry onLeaseExpiry,
        @DefaultValue("jdbc") StoreKind store,
        @DefaultValue("true") boolean exposeHeaders,
        @DefaultValue("true") boolean errorPages,
        @DefaultValue Key key,
        @DefaultValue Map<String, Integer> status,
        @DefaultValue Replay replay,
        @DefaultValue @NestedConfigurationProperty ScopeProperties scope,
        @DefaultValue Fingerprint fingerprint,
        @DefaultValue Filter filter,
        @DefaultValue Memory memory) {

    /** Where nothing is set. */
    static final DataSize LARGEST_REQUEST = DataSize.ofMegabytes(1);

    private static final Set<RequestMethod> SAFE =
            EnumSet.of(RequestMethod.GET, RequestMethod.HEAD, RequestMethod.OPTIONS, RequestMethod.TRACE);

    public IdempotencyProperties {
        require(
                Checks.isToken(headerName),
                "header-name is the name of a header, which '" + headerName + "' cannot be");
        require(!methods.isEmpty(), "methods names at least one method; to switch all off, set enabled to false");
        for (RequestMethod method : methods) {
            require(!SAFE.contains(method), "methods are those that change state; " + method + " does not");
        }
        positive(ttl, "ttl");
        positive(lease, "lease");
        positive(waitAtMost, "wait-at-most");
        positive(retryAfterStoreFailure, "retry-after-store-failure");
        if (maxRequestSize != null) {
            Checks.inMemory(maxRequestSize, "max-request-size");
        }
        if (maxBodiesInMemory != null) {
            long atLeast = Math.max(1, (maxRequestSize == null ? LARGEST_REQUEST : maxRequestSize).toBytes());
            require(
                    maxBodiesInMemory.toBytes() >= atLeast,
                    "max-bodies-in-memory must have room for a body of max-request-size, which has %dB, and not be %s"
                            .formatted(atLeast, maxBodiesInMemory));
        }
        Checks.inMemory(maxResponseSize, "max-response-size");
        status = Map.copyOf(status);
        ProblemStatuses.check(status);
    }

    /** The settings of an endpoint of which nothing else is said. */
    public EndpointSettings endpoints(Fingerprinter fingerprinter, OutcomePolicy outcomes) {
        return EndpointSettings.none()
                .mode(mode)
                .ttl(ttl)
                .lease(lease)
                .required(required)
                .onConcurrent(onConcurrent)
                .waitAtMost(waitAtMost)
                .onStoreFailure(onStoreFailure)
                .onLeaseExpiry(onLeaseExpiry)
                .fingerprinter(fingerprinter)
                .outcomes(outcomes);
    }

    /**
     * What a key looks like.
     *
     * @param syntax Spellings of a key that are accepted.
     * @param minLength Fewest characters of a key.
     * @param maxLength Most characters of a key.
     */
    public record Key(
            @DefaultValue("lenient") KeySyntax syntax,
            @DefaultValue("1") int minLength,
            @DefaultValue("255") int maxLength) {

        public Key {
            new KeyParser(syntax, minLength, maxLength);
        }

        KeyParser parser() {
            return new KeyParser(syntax, minLength, maxLength);
        }
    }

    /**
     * What is replayed.
     *
     * @param headers Names of headers that are replayed in addition to those that always are.
     */
    public record Replay(@DefaultValue List<String> headers) {

        public Replay {
            headers = List.copyOf(headers);
        }
    }

    /**
     * What makes two requests the same.
     *
     * @param ignoredMembers Members of JSON bodies and fields of forms that may differ between a request and its retry.
     */
    public record Fingerprint(@DefaultValue List<String> ignoredMembers) {

        public Fingerprint {
            ignoredMembers = List.copyOf(ignoredMembers);
        }
    }

    /**
     * The servlet filter.
     *
     * @param order Place among the filters. It must be after Spring Security's; if not set, it is 50 after that.
     */
    public record Filter(@Nullable Integer order) {}

    /**
     * The store in memory.
     *
     * @param capacity Most records that are kept; when it is full, new keys are refused.
     */
    public record Memory(@DefaultValue("10000") int capacity) {

        public Memory {
            require(capacity > 0, "memory.capacity must be at least 1, not " + capacity);
        }
    }
}
