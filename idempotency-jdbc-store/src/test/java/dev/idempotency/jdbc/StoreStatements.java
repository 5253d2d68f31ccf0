package dev.idempotency.jdbc;

import dev.idempotency.jdbc.internal.driver.SqlStatement;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.sql.Connection;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.springframework.jdbc.datasource.AbstractDataSource;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.TransactionDefinition;

/** All statements of a store, found wherever they are in its objects, each by the field that it stands in. */
final class StoreStatements {

    private static final Map<String, String> ALL = new StoreStatements().collect();

    private final Map<String, String> found = new TreeMap<>();
    private final Set<Object> visited = Collections.newSetFromMap(new IdentityHashMap<>());

    private StoreStatements() {}

    /** The texts, by the names of class and field. */
    static Map<String, String> all() {
        return ALL;
    }

    static String of(String name) {
        String sql = ALL.get(name);
        if (sql == null) {
            throw new IllegalArgumentException("No statement " + name + " in " + ALL.keySet());
        }
        return sql;
    }

    private Map<String, String> collect() {
        AbstractDataSource nowhere = new AbstractDataSource() {
            @Override
            public Connection getConnection() {
                throw new IllegalStateException();
            }

            @Override
            public Connection getConnection(String user, String password) {
                throw new IllegalStateException();
            }
        };
        JdbcStoreSettings settings = JdbcStoreSettings.defaults();
        JdbcIdempotencyStore store = new JdbcIdempotencyStore(nowhere, settings);
        visit(store);
        visit(new TransactionalReservations(
                new JdbcTransactionManager(nowhere), TransactionDefinition.withDefaults(), nowhere, store, settings));
        return found;
    }

    private void visit(Object object) {
        visit(object, object.getClass().getSimpleName());
    }

    private void visit(Object object, String name) {
        if (!visited.add(object)) {
            return;
        }
        for (Field field : object.getClass().getDeclaredFields()) {
            if (Modifier.isStatic(field.getModifiers())) {
                continue;
            }
            Object value = value(field, object);
            if (value instanceof SqlStatement statement) {
                found.put(name + '.' + field.getName(), statement.sql());
            } else if (value instanceof Record part && isOfStore(part)) {
                visit(part, name + '.' + field.getName());
            } else if (value != null && isOfStore(value)) {
                visit(value);
            }
        }
    }

    private static boolean isOfStore(Object value) {
        String type = value.getClass().getName();
        return !value.getClass().isHidden()
                && (type.startsWith("dev.idempotency.jdbc.") || type.startsWith("dev.idempotency.core.store."));
    }

    private static Object value(Field field, Object owner) {
        try {
            field.setAccessible(true);
            return field.get(owner);
        } catch (IllegalAccessException e) {
            throw new IllegalStateException(e);
        }
    }
}
