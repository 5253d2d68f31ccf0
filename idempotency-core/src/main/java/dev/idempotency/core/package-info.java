/** Keys, scopes, fingerprints, states, the store port and the engine that uses them; no framework. */
@NullMarked
package dev.idempotency.core;

import org.jspecify.annotations.NullMarked;
