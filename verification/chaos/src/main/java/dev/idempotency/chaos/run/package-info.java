/** A run from start to verdict, in its short and its long forms. */
@NullMarked
package dev.idempotency.chaos.run;

import org.jspecify.annotations.NullMarked;
