/** What an application may take part in while a request is answered. */
@NullMarked
package dev.idempotency.spring.web;

import org.jspecify.annotations.NullMarked;
