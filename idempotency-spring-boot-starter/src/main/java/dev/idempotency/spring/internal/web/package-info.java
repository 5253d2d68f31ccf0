/** The way of an HTTP request: key, scope, fingerprint, reserve, run, classify, complete, answer. */
@NullMarked
package dev.idempotency.spring.internal.web;

import org.jspecify.annotations.NullMarked;
