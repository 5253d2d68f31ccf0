/** Problems as {@code application/problem+json}. */
@NullMarked
package dev.idempotency.spring.internal.problem;

import org.jspecify.annotations.NullMarked;
