/** The application under test: endpoints of every kind whose effects can be counted. */
@NullMarked
package dev.idempotency.chaos.application;

import org.jspecify.annotations.NullMarked;
