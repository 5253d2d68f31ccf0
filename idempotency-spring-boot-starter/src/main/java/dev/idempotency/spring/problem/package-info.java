/** What a client is told when its request neither ran nor is replayed. */
@NullMarked
package dev.idempotency.spring.problem;

import org.jspecify.annotations.NullMarked;
