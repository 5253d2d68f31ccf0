/**
 * When two requests are the same request.
 *
 * <p>A {@link dev.idempotency.core.fingerprint.Fingerprinter} turns the {@link
 * dev.idempotency.core.fingerprint.RequestContent} into a {@link dev.idempotency.core.fingerprint.Fingerprint}, which is
 * stored with the key and compared when the key comes again. The default is {@link
 * dev.idempotency.core.fingerprint.CanonicalFingerprinter}; everything else here works for it.
 */
@NullMarked
package dev.idempotency.core.fingerprint;

import org.jspecify.annotations.NullMarked;
