/** What operators and webhooks do with records by hand. */
@NullMarked
package dev.idempotency.core.operator;

import org.jspecify.annotations.NullMarked;
