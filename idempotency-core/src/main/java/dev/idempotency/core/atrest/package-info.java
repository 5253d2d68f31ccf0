/** How answers and keys are kept from whoever can read the store but may not read them. */
@NullMarked
package dev.idempotency.core.atrest;

import org.jspecify.annotations.NullMarked;
