package dev.idempotency.jdbc.internal.record;

import dev.idempotency.core.internal.digest.LengthPrefixed;
import dev.idempotency.core.internal.digest.Sha256;
import dev.idempotency.core.record.RecordId;
import dev.idempotency.core.scope.Scope;
import java.nio.ByteBuffer;

/**
 * The number of the advisory lock that stands for a record while its work runs in a transaction, of that which stands for an
 * action while it is done, and of that which stands for an entity while something works on it.
 *
 * <p>The numbers are shared with the application's own advisory locks, hence a hash with a prefix of ours. Two records,
 * or a record and a lock of the application, that have the same number by chance get in each other's way for a moment:
 * a request is told to come again. Nothing runs twice because of it.
 */
public final class AdvisoryLock {

    private static final String PREFIX = "dev.idempotency|";
    private static final String ACTION_PREFIX = "dev.idempotency.action|";
    private static final String ENTITY_PREFIX = "dev.idempotency.entity|";

    private AdvisoryLock() {}

    public static long numberOf(RecordId id) {
        return numberOf(PREFIX, id.scope(), id.key().value());
    }

    /** Of an action by its scope and name. */
    public static long numberOfAction(Scope scope, String name) {
        return numberOf(ACTION_PREFIX, scope, name);
    }

    private static long numberOf(String prefix, Scope scope, String name) {
        return numberOf(new LengthPrefixed()
                .unprefixed(prefix)
                .countedText(scope.value())
                .unprefixed(name));
    }

    /** Of an entity by its value. */
    public static long numberOfEntity(String value) {
        return numberOf(new LengthPrefixed().unprefixed(ENTITY_PREFIX).unprefixed(value));
    }

    private static long numberOf(LengthPrefixed named) {
        byte[] hash = Sha256.of(named.toBytes());
        return ByteBuffer.wrap(hash).getLong();
    }
}
