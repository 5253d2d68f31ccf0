/** The store port on PostgreSQL. */
@NullMarked
package dev.idempotency.jdbc;

import org.jspecify.annotations.NullMarked;
