/** The application that is measured: the same work with and without protection. */
@NullMarked
package dev.idempotency.benchmarks.application;

import org.jspecify.annotations.NullMarked;
