/** The one hash of this library, in the spellings that values need. */
@NullMarked
package dev.idempotency.core.internal.digest;

import org.jspecify.annotations.NullMarked;
