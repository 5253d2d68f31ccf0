/** Makes the canonical form of JSON. {@link dev.idempotency.core.internal.fingerprint.json.CanonicalJson} is the entry. */
@NullMarked
package dev.idempotency.core.internal.fingerprint.json;

import org.jspecify.annotations.NullMarked;
