/** Executes statements on connections of their own: what binds values, bounds waits, and tells what a failure means. */
@NullMarked
package dev.idempotency.jdbc.internal.driver;

import org.jspecify.annotations.NullMarked;
