/** What a node does in the background while the application runs. */
@NullMarked
package dev.idempotency.spring.background;

import org.jspecify.annotations.NullMarked;
