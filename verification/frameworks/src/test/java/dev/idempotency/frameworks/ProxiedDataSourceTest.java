package dev.idempotency.frameworks;

import static org.assertj.core.api.Assertions.assertThat;

import dev.idempotency.testbed.Database;
import java.util.List;
import java.util.Map;
import javax.sql.DataSource;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;
import org.springframework.boot.jdbc.autoconfigure.DataSourceProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.datasource.LazyConnectionDataSourceProxy;
import org.springframework.jdbc.datasource.TransactionAwareDataSourceProxy;

/** Transactions of JPA, whose manager does not say what it manages, on a data source that is one of Spring's proxies. */
class ProxiedDataSourceTest {

    static final List<Class<?>> PROXIES = List.of(Joining.class, Lazy.class, LazyAroundJoining.class);

    private final Database database = ShopApp.createDatabase();

    @ParameterizedTest
    @FieldSource("PROXIES")
    void the_row_and_the_record_are_of_one_transaction(Class<?> dataSource) {
        try (ShopApp app = ShopApp.start(database, Map.of(), dataSource, JpaPurchases.class, Desk.class, Shop.class)) {
            assertThat(app.post("/purchases", "one", "{\"item\":\"one\"}").statusCode())
                    .isEqualTo(201);
            assertThat(app.post("/serializable", "two", "{}").body()).isEqualTo("serializable");

            assertThat(JdbcClient.create(database.dataSource())
                            .sql("""
                                SELECT count(*) FROM purchase p, idempotency_record r
                                WHERE r.key = p.item AND r.xmin::text = p.xmin::text""")
                            .query(Integer.class)
                            .single())
                    .isOne();
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class Joining {

        @Bean
        DataSource dataSource(DataSourceProperties properties) {
            return new TransactionAwareDataSourceProxy(
                    properties.initializeDataSourceBuilder().build());
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class Lazy {

        @Bean
        DataSource dataSource(DataSourceProperties properties) {
            return new LazyConnectionDataSourceProxy(
                    properties.initializeDataSourceBuilder().build());
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class LazyAroundJoining {

        @Bean
        DataSource dataSource(DataSourceProperties properties) {
            return new LazyConnectionDataSourceProxy(new TransactionAwareDataSourceProxy(
                    properties.initializeDataSourceBuilder().build()));
        }
    }
}
