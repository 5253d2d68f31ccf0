package dev.idempotency.core.fingerprint;

/**
 * Decides which requests count as the same: those with equal fingerprints. An application replaces the default where
 * only some of what a request carries makes it the same business request.
 *
 * <p>Called by all request threads at once. It must not throw for anything a client can send: content that cannot be
 * understood is fingerprinted as it stands.
 */
@FunctionalInterface
public interface Fingerprinter {

    Fingerprint fingerprint(RequestContent content);
}
