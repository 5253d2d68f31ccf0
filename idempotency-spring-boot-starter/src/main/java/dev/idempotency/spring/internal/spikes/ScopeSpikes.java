package dev.idempotency.spring.internal.spikes;

import dev.idempotency.core.scope.Scope;
import dev.idempotency.core.store.Reservation;
import dev.idempotency.spring.endpoint.ProtectedEndpoint;
import dev.idempotency.spring.web.IdempotencyListener;
import java.time.Duration;
import java.util.List;
import java.util.function.LongSupplier;

/**
 * The scopes with the most replays, and those with the most mismatches, of the last minutes on this node: for example a
 * client that retries without end, an SDK that uses one key for everything, or a caller who guesses keys. Metrics
 * cannot show them, because scopes are not tags.
 *
 * <p>Its memory is bounded, however many scopes there are. An application has it if it exposes the endpoint for operators,
 * which shows what it counts.
 */
public final class ScopeSpikes implements IdempotencyListener {

    private static final Duration SPAN = Duration.ofSeconds(30);
    private static final int SPANS = 10;
    private static final int PLACES = 200;

    private final LongSupplier nanoTime;
    private final RecentScopes replays = new RecentScopes(SPANS, PLACES);
    private final RecentScopes mismatches = new RecentScopes(SPANS, PLACES);

    public ScopeSpikes() {
        this(System::nanoTime);
    }

    ScopeSpikes(LongSupplier nanoTime) {
        this.nanoTime = nanoTime;
    }

    @Override
    public void onAnswered(ProtectedEndpoint endpoint, Scope scope, Reservation reservation) {
        if (reservation instanceof Reservation.Replay || reservation instanceof Reservation.ResponseUnavailable) {
            replays.seen(scope.value(), span());
        } else if (reservation instanceof Reservation.Reused) {
            mismatches.seen(scope.value(), span());
        }
    }

    /** The most frequent scopes of each kind, up to the limit, the most frequent first. */
    public Top top(int atMost) {
        long span = span();
        return new Top(SPAN.multipliedBy(SPANS), replays.top(atMost, span), mismatches.top(atMost, span));
    }

    private long span() {
        return Math.floorDiv(nanoTime.getAsLong(), SPAN.toNanos());
    }

    /**
     * What stands out.
     *
     * @param window about how far back the counts go
     * @param replays requests whose first attempt had finished
     * @param mismatches requests with the key of another request
     */
    public record Top(Duration window, List<Spike> replays, List<Spike> mismatches) {}

    /**
     * How often a scope was seen recently.
     *
     * @param scope its value, as in the table of records; for operators only, never for a metric or a log line
     * @param scopeHash its short hash, as in log lines
     * @param count how often; never too low
     * @param excess by how much the count may be too high at most; zero unless there were very many scopes
     */
    public record Spike(String scope, String scopeHash, long count, long excess) {}
}
