/** What is done once and for all, in the transaction that does it. */
@NullMarked
package dev.idempotency.jdbc.internal.action;

import org.jspecify.annotations.NullMarked;
