package dev.idempotency.jdbc.internal.driver;

import java.sql.SQLWarning;
import org.postgresql.util.PSQLWarning;
import org.postgresql.util.ServerErrorMessage;
import org.springframework.util.ClassUtils;

/**
 * Recognises a commit that was told to stop waiting for its standby. Postgres reports it as a success with a warning.
 */
final class SynchronousReplication {

    private static final boolean DRIVER_IS_THERE =
            ClassUtils.isPresent("org.postgresql.util.PSQLWarning", SynchronousReplication.class.getClassLoader());

    /** The text of the warning depends on the server's language; the function that it comes from does not. */
    private static final String ROUTINE = "SyncRepWaitForLSN";

    private SynchronousReplication() {}

    static boolean isGivenUp(SQLWarning warning) {
        return DRIVER_IS_THERE && OfDriver.isGivenUp(warning);
    }

    /** Loaded only where the driver is. */
    private static final class OfDriver {

        static boolean isGivenUp(SQLWarning warning) {
            ServerErrorMessage message =
                    warning instanceof PSQLWarning fromServer ? fromServer.getServerErrorMessage() : null;
            return message != null && ROUTINE.equals(message.getRoutine());
        }
    }
}
