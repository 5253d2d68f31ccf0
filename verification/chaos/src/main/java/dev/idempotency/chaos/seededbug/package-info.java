/** Bugs that are planted on purpose, to see whether the checker finds them. Nothing in the product knows of them. */
@NullMarked
package dev.idempotency.chaos.seededbug;

import org.jspecify.annotations.NullMarked;
