/** What operators see and do over Spring Boot's actuator. */
@NullMarked
package dev.idempotency.spring.actuate;

import org.jspecify.annotations.NullMarked;
