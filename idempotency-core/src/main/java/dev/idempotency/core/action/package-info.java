/** What is done once and for all, whatever key it is asked for under. */
@NullMarked
package dev.idempotency.core.action;

import org.jspecify.annotations.NullMarked;
