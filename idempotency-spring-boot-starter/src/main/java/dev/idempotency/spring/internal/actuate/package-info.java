/** What operators see and do over Spring Boot's actuator. */
@NullMarked
package dev.idempotency.spring.internal.actuate;

import org.jspecify.annotations.NullMarked;
