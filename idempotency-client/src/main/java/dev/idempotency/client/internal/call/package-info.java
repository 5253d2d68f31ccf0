/** One logical request on its way: which key it has, and when it may be sent again. Public for the packages beside it, not for applications. */
@NullMarked
package dev.idempotency.client.internal.call;

import org.jspecify.annotations.NullMarked;
