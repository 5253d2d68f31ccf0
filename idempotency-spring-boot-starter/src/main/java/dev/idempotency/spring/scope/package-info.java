/** Step 2 of a request's way: whose key it is. */
@NullMarked
package dev.idempotency.spring.scope;

import org.jspecify.annotations.NullMarked;
