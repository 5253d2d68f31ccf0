/** The filter, {@code @Idempotent} and their auto-configuration for Spring Boot. */
@NullMarked
package dev.idempotency.spring;

import org.jspecify.annotations.NullMarked;
