package dev.idempotency.core.internal.fingerprint.json;

import org.jspecify.annotations.Nullable;

/**
 * The canonical form of a JSON document: RFC 8785, except that numbers keep their exact value (see {@link
 * CanonicalNumber}).
 *
 * <ol>
 *   <li>The {@link JsonScanner} reads the bytes once. White space is left out, strings and numbers are spelled in their
 *       one way, ignored members are taken out; the result is the {@link CanonicalText}, members still in the order of
 *       the input.
 *   <li>When an object ends, the {@link ObjectMembers} sorts its members unless they came sorted, which also shows
 *       duplicates, and leaves in the {@link MemberReordering} where each of them goes.
 *   <li>At the end the {@link MemberReordering} moves all members at once. Nothing is moved while objects are still open,
 *       so that deep nesting does not multiply the work.
 * </ol>
 *
 * <p>Work is O(n log n) and memory within the {@link MemoryBudget}, whatever the input is. A document has no canonical form
 * when it is not strictly JSON in UTF-8, names a member twice, has a lone surrogate, or goes beyond the limits of depth
 * ({@link JsonScanner#MAX_DEPTH}), numbers ({@link CanonicalNumber}), size or memory.
 */
public final class CanonicalJson {

    /** Keeps all positions far from overflow. */
    static final int MAX_LENGTH = 1 << 26;

    private CanonicalJson() {}

    /** The canonical form, or null when there is none. */
    public static @Nullable GrowingBytes of(byte[] in, int start, int end, IgnoredMembers ignored) {
        if (end - start > MAX_LENGTH) {
            return null;
        }
        try {
            return within(MemoryBudget.ofBody(end - start), in, start, end, ignored);
        } catch (MemoryBudget.Exceeded e) {
            return null;
        }
    }

    private static @Nullable GrowingBytes within(
            MemoryBudget budget, byte[] in, int start, int end, IgnoredMembers ignored) {
        CanonicalText text = new CanonicalText(in, start, end, budget);
        MemberReordering rearrangement = new MemberReordering(end - start, budget);
        if (!new JsonScanner(in, end, text, rearrangement, ignored, budget).scan(start)) {
            return null;
        }
        GrowingBytes canonical = text.finish(end);
        if (rearrangement.mark() > 0) {
            canonical.bytes = rearrangement.apply(canonical.bytes, canonical.length);
        }
        return canonical;
    }
}
