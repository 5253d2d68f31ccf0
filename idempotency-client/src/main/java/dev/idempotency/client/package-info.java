/** The client's half of the contract: one key for a logical request, and advice when to send it again. No framework. */
@NullMarked
package dev.idempotency.client;

import org.jspecify.annotations.NullMarked;
