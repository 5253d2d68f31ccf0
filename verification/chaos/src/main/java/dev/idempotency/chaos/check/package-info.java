/** Judges a history: which promise was broken, for which key, by which requests, under which fault. */
@NullMarked
package dev.idempotency.chaos.check;

import org.jspecify.annotations.NullMarked;
