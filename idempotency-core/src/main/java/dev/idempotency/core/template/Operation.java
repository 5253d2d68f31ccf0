package dev.idempotency.core.template;

import dev.idempotency.core.key.IdempotencyKey;
import dev.idempotency.core.record.RecordId;
import dev.idempotency.core.scope.Scope;

/** What is done, and in whose name; which time it is, the key says. Never changes, so it may be kept for many calls. */
public final class Operation {

    private static final int LONGEST_NAME = 255;

    private final IdempotencyTemplate template;
    private final String name;
    private final Scope scope;

    Operation(IdempotencyTemplate template, String name) {
        this(template, named(name), Scope.of("o:" + name));
    }

    private Operation(IdempotencyTemplate template, String name, Scope scope) {
        this.template = template;
        this.name = name;
        this.scope = scope;
    }

    private static String named(String name) {
        if (name.isBlank() || name.length() > LONGEST_NAME || name.indexOf('\0') >= 0) {
            throw new IllegalArgumentException("The name of an operation is not blank and has at most " + LONGEST_NAME
                    + " characters: '" + name + "'");
        }
        return name;
    }

    /**
     * In whose namespace the keys are, such as a tenant's. Without it, an operation has a namespace of its own; within a scope that is
     * named here, a key stands for one call of one operation.
     */
    public Operation scope(Scope within) {
        return new Operation(template, name, within);
    }

    /**
     * What tells this call from others of the operation, and is the same when it is repeated: the id of a message, of a file, of
     * a row, a date.
     *
     * @throws IllegalArgumentException if it is not 1 to 255 printable ASCII characters
     */
    public KeyedOperation key(String key) {
        return key(new IdempotencyKey(key));
    }

    /** As {@link #key(String)}. */
    public KeyedOperation key(IdempotencyKey key) {
        return KeyedOperation.of(template, name, template.naming().nameOf(new RecordId(scope, key)));
    }

    /** The name and a hash of the scope. */
    @Override
    public String toString() {
        return "Operation[" + name + ", " + scope + "]";
    }
}
