/**
 * The store on PostgreSQL, as an application sees it: {@link dev.idempotency.jdbc.JdbcIdempotencyStore} keeps leases,
 * and {@link dev.idempotency.jdbc.TransactionalReservations} writes records in the transaction of the work, to the same
 * table.
 *
 * <p>What they are made of lives in the packages named {@code internal}, which may change at any time:
 *
 * <ul>
 *   <li>{@code internal.lease}: reserve, renew and end a run under a lease;
 *   <li>{@code internal.batch}: reservations and completions that share a statement and a commit;
 *   <li>{@code internal.transaction}: records that are written in the transaction of their work;
 *   <li>{@code internal.operator}: unknown outcomes, decisions by hand, counts;
 *   <li>{@code internal.maintenance}: find, sweep and reap records;
 *   <li>{@code internal.record}: a record as a row, and what statements have in common;
 *   <li>{@code internal.driver}: statements, their execution, their time-outs and their failures.
 * </ul>
 */
@NullMarked
package dev.idempotency.jdbc;

import org.jspecify.annotations.NullMarked;
