package dev.idempotency.core.atrest;

/**
 * Turns the headers and the body of an answer into the bytes that a store keeps, and back. A bean of this type is used for every
 * answer that is stored from then on; answers that were stored without one are still replayed.
 *
 * <p>Called on the request's thread, also inside a transaction. If it cannot code at the moment, for example because it
 * cannot reach a key server, it throws {@link dev.idempotency.core.store.StoreException.NotApplied}: the request is
 * then answered as if the store could not be reached.
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
     * @throws UnreadableResponseException if the bytes are not those that were encoded for this place, or no key can
     *     read them. The client is then told that the answer is not available; the request does not run again
     */
    byte[] decode(byte[] encoded, byte[] place);
}
