/** What operators and webhooks do with records by hand. */
@NullMarked
package dev.idempotency.core.operate;

import org.jspecify.annotations.NullMarked;
