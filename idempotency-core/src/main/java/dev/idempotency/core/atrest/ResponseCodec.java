package dev.idempotency.core.atrest;

/**
 * Turns the headers and the body of an answer into the bytes that a store keeps, and back. A bean of this type is used for every
 * answer that is stored from then on; answers that were stored without one are still replayed.
 *
 * <p>Called on the request's thread, also inside a transaction. What cannot be done at the moment, because a key server is not
 * reached, throws {@link dev.idempotency.core.store.StoreException.NotApplied}: the store counts as not reached.
 */
public interface ResponseCodec {

    /**
     * Encodes an answer.
     *
     * @param answer headers and body, in the store's own form
     * @param place names the run whose answer it is. It is not secret and need not be kept: {@link #decode} is given the same
     */
    byte[] encode(byte[] answer, byte[] place);

    /**
     * Decodes what {@link #encode} returned.
     *
     * @param place names the run whose answer it is said to be
     * @throws UnreadableResponseException if it is not what was encoded for this place, or nobody can read it. The request is
     *     then told that its answer is not available; it does not run again
     */
    byte[] decode(byte[] encoded, byte[] place);
}
