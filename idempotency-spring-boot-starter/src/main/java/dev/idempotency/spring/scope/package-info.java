/** Finds whose key it is: the scope of a request. */
@NullMarked
package dev.idempotency.spring.scope;

import org.jspecify.annotations.NullMarked;
