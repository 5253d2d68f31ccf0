package dev.idempotency.jdbc.internal.driver;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A statement with the values of its parameters. It is not printed with them, as they may be keys and answers. */
public final class BoundStatement {

    private static final Object MISSING = new Object();

    private final SqlStatement statement;
    private final @Nullable Object[] values;

    BoundStatement(SqlStatement statement) {
        this.statement = statement;
        this.values = new @Nullable Object[statement.names().size()];
        Arrays.fill(values, MISSING);
    }

    /**
     * Gives a parameter its value.
     *
     * @throws IllegalArgumentException if the statement has no parameter of that name
     */
    public BoundStatement set(String name, @Nullable Object value) {
        List<String> names = statement.names();
        boolean isKnown = false;
        for (int i = 0; i < values.length; i++) {
            if (names.get(i).equals(name)) {
                values[i] = value;
                isKnown = true;
            }
        }
        if (!isKnown) {
            throw new IllegalArgumentException("The statement has no parameter :" + name + ": " + statement);
        }
        return this;
    }

    /** Gives several parameters their values. */
    public BoundStatement with(Consumer<BoundStatement> parameters) {
        parameters.accept(this);
        return this;
    }

    /** As the driver gets it. */
    public String sql() {
        return statement.sql();
    }

    /** Prepares the statement for one execution. */
    public PreparedStatement prepare(Connection connection) throws SQLException {
        PreparedStatement prepared = connection.prepareStatement(sql());
        try {
            bindTo(connection, prepared, 0);
            return prepared;
        } catch (SQLException | RuntimeException failure) {
            prepared.close();
            throw failure;
        }
    }

    /**
     * Binds all values, from the parameter behind so many others.
     *
     * @return how many are bound then
     * @throws IllegalStateException if a parameter was given no value
     */
    int bindTo(Connection connection, PreparedStatement prepared, int before) throws SQLException {
        for (int i = 0; i < values.length; i++) {
            if (values[i] == MISSING) {
                throw new IllegalStateException(
                        "No value for parameter :" + statement.names().get(i) + " of: " + statement);
            }
            StatementBinder.bind(connection, prepared, before + i + 1, values[i]);
        }
        return before + values.length;
    }

    @Override
    public String toString() {
        return statement.toString();
    }
}
