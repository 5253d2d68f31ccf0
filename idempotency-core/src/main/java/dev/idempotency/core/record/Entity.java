package dev.idempotency.core.record;

import dev.idempotency.core.internal.digest.Sha256;
import dev.idempotency.core.scope.Scope;
import java.util.Objects;

/**
 * Something that one run works on at a time, whatever their keys, such as an order. Two runs for one entity exclude each other;
 * an unknown outcome keeps it, as the work may have been done half.
 *
 * @param scope in which the name counts, usually the tenant
 * @param name what it is, such as {@code order:4711}
 */
public record Entity(Scope scope, String name) {

    /** Refuses a name that a scope could not have. */
    public Entity {
        Objects.requireNonNull(scope, "scope");
        scope.within(name);
    }

    /** What a store keeps and compares: 1 to {@value Scope#MAX_LENGTH} characters. No two entities have the same. */
    public String value() {
        return scope.within(name).value();
    }

    /** A short hash of the value; never the name, which may be personal. */
    @Override
    public String toString() {
        return "Entity[" + Sha256.shortHex(value()) + "]";
    }
}
