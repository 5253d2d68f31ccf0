/** What happened in a run: every request, answer, fault, effect and change of a record, one line each. */
@NullMarked
package dev.idempotency.chaos.history;

import org.jspecify.annotations.NullMarked;
