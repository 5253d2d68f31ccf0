package dev.idempotency.core.internal.outcome;

import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;

/** An exception and its causes, because the outermost exception says little about what happened. */
public final class Causes {

    private Causes() {}

    /** From the outermost to the root, each once, even if the chain of causes is a circle. */
    public static List<Throwable> of(Throwable thrown) {
        Set<Throwable> seen = Collections.newSetFromMap(new IdentityHashMap<>());
        List<Throwable> causes = new ArrayList<>();
        for (Throwable cause = thrown; cause != null && seen.add(cause); cause = cause.getCause()) {
            causes.add(cause);
        }
        return causes;
    }

    /** Whether one of the exceptions is of one of the types. */
    public static boolean include(Throwable thrown, List<? extends Class<? extends Throwable>> types) {
        return of(thrown).stream().anyMatch(cause -> types.stream().anyMatch(type -> type.isInstance(cause)));
    }
}
