/** Which of an application's state-changing mappings are protected, and what happens when one is not. */
@NullMarked
package dev.idempotency.spring.coverage;

import org.jspecify.annotations.NullMarked;
