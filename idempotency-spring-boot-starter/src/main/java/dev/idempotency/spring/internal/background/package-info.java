/** What a node does in the background while the application runs. */
@NullMarked
package dev.idempotency.spring.internal.background;

import org.jspecify.annotations.NullMarked;
