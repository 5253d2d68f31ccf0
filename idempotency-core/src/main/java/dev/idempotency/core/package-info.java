/** Keys, scopes, fingerprints, states, the store port and the engine that strings them together; no framework. */
@NullMarked
package dev.idempotency.core;

import org.jspecify.annotations.NullMarked;
