package dev.idempotency.client.internal.call;

import dev.idempotency.core.downstream.StepKeys;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.WeakHashMap;

/**
 * The downstream keys of the protected request that the calling thread handles. A call without the name of a step is counted:
 * it is "the second POST to billing" of its request. When a retry makes other calls than the first attempt did, one of them
 * meets the key of another, and the server refuses the mismatch: a call is never made twice in silence.
 */
final class RequestSteps {

    private final List<StepKeys.Lookup> lookups = new ArrayList<>();
    private final Map<StepKeys, Map<String, Integer>> counts = new WeakHashMap<>();

    RequestSteps() {
        ServiceLoader.load(StepKeys.Lookup.class, StepKeys.class.getClassLoader())
                .forEach(lookups::add);
    }

    /** The key for the step; empty if this thread handles no protected request. */
    Optional<String> key(String step) {
        return current().map(keys -> keys.downstreamKey(step));
    }

    /** The key for the next call of the host; empty if this thread handles no protected request. */
    Optional<String> nextKey(String method, String alias) {
        return current().map(keys -> keys.downstreamKey(next(keys, method + " " + alias)));
    }

    private Optional<StepKeys> current() {
        for (StepKeys.Lookup lookup : lookups) {
            Optional<? extends StepKeys> keys = lookup.current();
            if (keys.isPresent()) {
                return Optional.of(keys.get());
            }
        }
        return Optional.empty();
    }

    private synchronized String next(StepKeys keys, String call) {
        int number = counts.computeIfAbsent(keys, any -> new HashMap<>()).merge(call, 1, Integer::sum);
        return call + " #" + number;
    }
}
