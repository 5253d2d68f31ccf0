/** The handler's answer, held back until it has been recorded, and its replay. */
@NullMarked
package dev.idempotency.spring.internal.web.response;

import org.jspecify.annotations.NullMarked;
