/** The namespaces of callers: a key is unique only within its scope. */
@NullMarked
package dev.idempotency.core.scope;

import org.jspecify.annotations.NullMarked;
