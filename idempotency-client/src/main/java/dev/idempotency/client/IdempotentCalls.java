package dev.idempotency.client;

import dev.idempotency.core.key.IdempotencyKey;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Settings and listener that all kinds of clients share, and the ways to say which key a call has. The first that applies:
 *
 * <ol>
 *   <li>the header, if the caller has set it;
 *   <li>the attribute {@link #KEY} of the request;
 *   <li>the business id of the enclosing {@link #within}, followed by the request's {@link #STEP} if it has one;
 *   <li>the downstream key of the protected request that this thread handles, for the {@link #STEP}, or if it has none, for
 *       "the n-th call of that host";
 *   <li>a random one, which is the same on each attempt that is made here, and another after a restart.
 * </ol>
 */
public final class IdempotentCalls {

    /** Name of the request attribute with the key itself. */
    public static final String KEY = "dev.idempotency.client.key";

    /** Name of the request attribute with the name of the step that this call is in the work around it. */
    public static final String STEP = "dev.idempotency.client.step";

    private static final ThreadLocal<@Nullable String> WITHIN = new ThreadLocal<>();

    private final CallSettings settings;
    private final CallListener listener;

    public IdempotentCalls(CallSettings settings) {
        this(settings, CallListener.NONE);
    }

    public IdempotentCalls(CallSettings settings, CallListener listener) {
        this.settings = settings;
        this.listener = listener;
    }

    public CallSettings settings() {
        return settings;
    }

    public CallListener listener() {
        return listener;
    }

    /**
     * Does the work, in which every protected call of this thread has the business id as its key: around retries that
     * somebody else makes, and after a restart. Two different calls of one host in it need a {@link #STEP} each.
     *
     * @param businessId what names the operation, such as {@code checkout:4711}; see {@link OperationKey}
     * @throws IllegalArgumentException if the id is no key: 1 to 255 printable ASCII characters
     */
    public static <T extends @Nullable Object, X extends Exception> T within(String businessId, Work<T, X> work)
            throws X {
        String checked = new IdempotencyKey(businessId).value();
        String around = WITHIN.get();
        WITHIN.set(checked);
        try {
            return work.run();
        } finally {
            if (around == null) {
                WITHIN.remove();
            } else {
                WITHIN.set(around);
            }
        }
    }

    /** The business id of the enclosing {@link #within}; empty if there is none. */
    public static Optional<String> currentBusinessId() {
        return Optional.ofNullable(WITHIN.get());
    }

    /** What is done within a business id. */
    @FunctionalInterface
    public interface Work<T extends @Nullable Object, X extends Exception> {

        T run() throws X;
    }
}
