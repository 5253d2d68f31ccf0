/** What tests run on: a Postgres server that is there everywhere, servers that can be stopped, and a network that fails. */
@NullMarked
package dev.idempotency.testbed;

import org.jspecify.annotations.NullMarked;
