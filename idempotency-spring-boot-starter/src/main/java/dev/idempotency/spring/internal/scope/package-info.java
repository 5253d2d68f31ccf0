/** Scopes and tenants by default. */
@NullMarked
package dev.idempotency.spring.internal.scope;

import org.jspecify.annotations.NullMarked;
