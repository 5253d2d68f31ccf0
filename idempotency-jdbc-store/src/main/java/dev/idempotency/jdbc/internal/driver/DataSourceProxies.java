package dev.idempotency.jdbc.internal.driver;

import javax.sql.DataSource;
import org.springframework.jdbc.datasource.DelegatingDataSource;
import org.springframework.jdbc.datasource.LazyConnectionDataSourceProxy;
import org.springframework.jdbc.datasource.TransactionAwareDataSourceProxy;

/**
 * Spring's proxies of a data source that only change when a connection is taken, or whose it is: one hands out the connection of the
 * caller's transaction, the other takes none before it is used. They may be around each other.
 */
public final class DataSourceProxies {

    private DataSourceProxies() {}

    /** What connects by itself: its connections are in no transaction of the caller. */
    public static DataSource target(DataSource dataSource) {
        DataSource target = dataSource;
        while (target instanceof DelegatingDataSource proxy && isTransparent(proxy)) {
            DataSource next = proxy.getTargetDataSource();
            if (next == null) {
                return target;
            }
            target = next;
        }
        return target;
    }

    public static boolean haveSameTarget(DataSource one, DataSource other) {
        return target(one) == target(other);
    }

    /** What a transaction manager makes of a data source that it is given: it manages the target of the first kind. */
    public static DataSource managed(DataSource dataSource) {
        return dataSource instanceof TransactionAwareDataSourceProxy proxy && proxy.getTargetDataSource() != null
                ? proxy.getTargetDataSource()
                : dataSource;
    }

    private static boolean isTransparent(DelegatingDataSource proxy) {
        return proxy instanceof TransactionAwareDataSourceProxy || proxy instanceof LazyConnectionDataSourceProxy;
    }
}
