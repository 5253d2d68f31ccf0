/**
 * The store port on PostgreSQL. {@link dev.idempotency.jdbc.JdbcIdempotencyStore} keeps leases: each of its statements is a
 * transaction of its own. A store that writes inside the caller's transaction uses the same table, the same reading of rows
 * ({@code RecordRow}) and the same fragments of SQL ({@code SqlFragments}).
 */
@NullMarked
package dev.idempotency.jdbc;

import org.jspecify.annotations.NullMarked;
