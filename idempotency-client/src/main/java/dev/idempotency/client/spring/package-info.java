/** For {@code RestClient}, {@code RestTemplate} and HTTP interfaces of Spring Framework, and for its {@code core.retry}. */
@NullMarked
package dev.idempotency.client.spring;

import org.jspecify.annotations.NullMarked;
