/** The request's body, read once within a limit and handed on as often as it is asked for. */
@NullMarked
package dev.idempotency.spring.internal.web.request;

import org.jspecify.annotations.NullMarked;
