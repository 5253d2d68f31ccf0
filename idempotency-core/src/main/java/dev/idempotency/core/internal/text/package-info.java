/** Characters and bytes, for those that read keys and bodies. */
@NullMarked
package dev.idempotency.core.internal.text;

import org.jspecify.annotations.NullMarked;
