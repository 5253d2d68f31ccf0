/** The payment provider, in place of a real one: a server and a ledger of its own that share nothing with the application but the process and the database server. */
@NullMarked
package dev.idempotency.sample.provider;

import org.jspecify.annotations.NullMarked;
