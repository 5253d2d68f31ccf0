package dev.idempotency.jdbc.internal.driver;

import dev.idempotency.core.store.StoreException;
import java.sql.SQLException;
import java.sql.SQLWarning;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.dao.CannotAcquireLockException;

/**
 * What a failure of the database means.
 *
 * <ul>
 *   <li>Before the statement was sent: nothing happened.
 *   <li>The server answered with an error: it has rolled the statement back, and nothing happened. So it is with a lock
 *       or statement timeout, a full disk, a read-only server, a missing table.
 *   <li>The connection broke after the statement was sent: it may have happened or not. Reading changes nothing either
 *       way.
 *   <li>The server committed, but was told not to wait for its standby: it may be gone after a failover.
 * </ul>
 */
public final class SqlErrorClassifier {

    private static final Set<String> CONFLICTS = Set.of("40001", "40P01");

    /** Conflicts; a prepared statement that a connection pooler has mislaid, in two spellings. */
    private static final Set<String> TRANSIENT = Set.of("40001", "40P01", "26000", "42P05");

    /** The server ends the connection: on an administrator's command, after a crash, when idle for too long. */
    private static final Set<String> CONNECTION_ENDED = Set.of("57P01", "57P02", "57P05");

    private static final String UNDEFINED_TABLE = "42P01";
    private static final String UNDEFINED_COLUMN = "42703";
    private static final String LOCK_TIMEOUT = "55P03";
    private static final String TOOK_TOO_LONG = "57014";
    private static final String UNIQUE_VIOLATION = "23505";
    private static final String TRANSACTION_ABORTED = "25P02";

    private SqlErrorClassifier() {}

    /** Whether the statement certainly did nothing, and may well succeed when executed again. */
    public static boolean isWorthAnotherAttempt(SQLException failure) {
        return TRANSIENT.contains(state(failure));
    }

    /** Whether another transaction holds a row for too long. */
    public static boolean isLockTimeout(StoreException failure) {
        return failure.getCause() instanceof SQLException cause && state(cause).equals(LOCK_TIMEOUT);
    }

    /**
     * Whether a statement on many rows may have failed because of one of them, or because they are many: another
     * transaction holds a row or changes it again and again, a value is not accepted, all together took too long.
     */
    public static boolean mayBeOfOneRow(StoreException failure) {
        return failure instanceof StoreException.NotApplied
                && failure.getCause() instanceof SQLException cause
                && (isLockTimeout(failure)
                        || isConflict(cause)
                        || isAboutData(cause)
                        || state(cause).equals(TOOK_TOO_LONG));
    }

    /** Whether another transaction has written the record first. */
    public static boolean isUniqueViolation(SQLException failure) {
        return UNIQUE_VIOLATION.equals(state(failure));
    }

    /** The same of a statement that was refused. */
    public static boolean isUniqueViolation(StoreException failure) {
        return failure.getCause() instanceof SQLException cause && isUniqueViolation(cause);
    }

    /** Whether the transaction cannot go together with another one: serialization failure, deadlock. */
    public static boolean isConflict(SQLException failure) {
        return CONFLICTS.contains(state(failure));
    }

    /** As the transaction manager would report it, had it come to light at the commit. */
    public static RuntimeException ofConflict(SQLException failure) {
        return new CannotAcquireLockException(
                "The transaction was rolled back, as it conflicts with another one" + described(failure), failure);
    }

    /** Whether an earlier statement of the transaction had failed, so that nothing of it can be committed. */
    public static boolean isTransactionAborted(SQLException failure) {
        return TRANSACTION_ABORTED.equals(state(failure));
    }

    /** A statement in the application's transaction failed, and the transaction with it. */
    public static StoreException ofTransaction(SQLException failure) {
        return new StoreException.NotCommitted(
                "The transaction was rolled back" + described(failure), withoutData(failure));
    }

    /** Whether the connection broke while the commit was under way, so that it is unknown how it ended. */
    public static boolean isInDoubt(Throwable failure) {
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (cause instanceof SQLException sql && isConnectionLost(sql)) {
                return true;
            }
        }
        return false;
    }

    public static StoreException beforeStatement(SQLException failure) {
        return StoreException.NotApplied.away(
                "The database could not be reached" + described(failure), withoutData(failure));
    }

    public static StoreException ofStatement(SQLException failure, boolean writes) {
        if (isConnectionLost(failure)) {
            return writes
                    ? new StoreException.AnswerLost("The database did not answer" + described(failure), failure)
                    : StoreException.NotApplied.away("The database did not answer" + described(failure), failure);
        }
        return new StoreException.NotApplied(refusal(failure) + described(failure), withoutData(failure));
    }

    public static void throwIfNotReplicated(@Nullable SQLWarning warnings) {
        for (SQLWarning warning = warnings; warning != null; warning = warning.getNextWarning()) {
            if (SynchronousReplication.isGivenUp(warning)) {
                throw new StoreException.AnswerLost(
                        "The change was committed, but may be gone after a failover", warning);
            }
        }
    }

    private static boolean isConnectionLost(SQLException failure) {
        String state = state(failure);
        return state.isEmpty() || state.startsWith("08") || CONNECTION_ENDED.contains(state);
    }

    private static String refusal(SQLException failure) {
        return switch (state(failure)) {
            case UNDEFINED_TABLE, UNDEFINED_COLUMN -> "The table of records is missing or incomplete";
            case LOCK_TIMEOUT -> "Another transaction is writing the record";
            default -> "The database refused the statement";
        };
    }

    private static String described(SQLException failure) {
        return failure.getSQLState() == null ? "" : " (SQL state " + failure.getSQLState() + ")";
    }

    /** Errors about data may quote the row, and with it a key or an answer. */
    private static SQLException withoutData(SQLException failure) {
        if (!isAboutData(failure)) {
            return failure;
        }
        SQLException safe = new SQLException("The database did not accept a value", state(failure));
        safe.setStackTrace(failure.getStackTrace());
        return safe;
    }

    private static boolean isAboutData(SQLException failure) {
        return state(failure).startsWith("22") || state(failure).startsWith("23");
    }

    private static String state(SQLException failure) {
        return failure.getSQLState() == null ? "" : failure.getSQLState();
    }
}
