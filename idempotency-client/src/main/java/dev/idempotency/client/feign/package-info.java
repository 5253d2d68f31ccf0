/** For OpenFeign. */
@NullMarked
package dev.idempotency.client.feign;

import org.jspecify.annotations.NullMarked;
