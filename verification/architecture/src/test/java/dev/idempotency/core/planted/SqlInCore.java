package dev.idempotency.core.planted;

import java.sql.Connection;

public final class SqlInCore {
    Connection connection;
}
