/** For the JDK's {@code HttpClient}. */
@NullMarked
package dev.idempotency.client.jdk;

import org.jspecify.annotations.NullMarked;
