/** Who may call what. */
@NullMarked
package dev.idempotency.sample.security;

import org.jspecify.annotations.NullMarked;
