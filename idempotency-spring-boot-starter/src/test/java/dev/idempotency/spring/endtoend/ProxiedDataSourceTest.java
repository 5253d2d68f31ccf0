package dev.idempotency.spring.endtoend;

import static org.assertj.core.api.Assertions.assertThat;

import dev.idempotency.spring.Idempotent;
import dev.idempotency.spring.Mode;
import dev.idempotency.testbed.Database;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import javax.sql.DataSource;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;
import org.springframework.boot.jdbc.autoconfigure.DataSourceProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.datasource.LazyConnectionDataSourceProxy;
import org.springframework.jdbc.datasource.TransactionAwareDataSourceProxy;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RestController;

/** Applications whose only data source is one of Spring's proxies, as some have it for libraries that know nothing of Spring. */
class ProxiedDataSourceTest {

    static final List<Class<?>> PROXIES =
            List.of(Joining.class, Lazy.class, LazyAroundJoining.class, JoiningAroundLazy.class, ManagedBehind.class);

    @ParameterizedTest
    @FieldSource("PROXIES")
    void both_modes_work(Class<?> dataSource) {
        Database database = Database.create();
        database.execute("CREATE TABLE note (text text)");
        try (OrdersApp app = OrdersApp.start(database, Map.of(), dataSource, Notes.class)) {
            for (String path : List.of("/leased", "/transactional")) {
                String key = UUID.randomUUID().toString();

                HttpResponse<String> first = app.post(path, key, key);
                HttpResponse<String> again = app.post(path, key, key);

                assertThat(first.statusCode()).as(first.body()).isEqualTo(200);
                assertThat(isReplay(first)).isFalse();
                assertThat(isReplay(again)).isTrue();
                assertThat(count(database, "SELECT count(*) FROM note WHERE text = '" + key + "'"))
                        .isOne();
            }
            assertThat(count(
                            database,
                            "SELECT count(*) FROM note n, idempotency_record r"
                                    + " WHERE r.key = n.text AND r.xmin::text = n.xmin::text"))
                    .as("one transaction")
                    .isOne();
            String key = UUID.randomUUID().toString();
            assertThat(app.post("/thrown", key, key).statusCode()).isEqualTo(500);
            assertThat(count(database, "SELECT count(*) FROM note WHERE text = '" + key + "'"))
                    .isZero();
        }
    }

    private static boolean isReplay(HttpResponse<String> answer) {
        return answer.headers().firstValue("Idempotency-Replayed").isPresent();
    }

    private static int count(Database database, String sql) {
        return JdbcClient.create(database.dataSource())
                .sql(sql)
                .query(Integer.class)
                .single();
    }

    @RestController
    static class Notes {

        private final JdbcClient jdbc;

        Notes(JdbcClient jdbc) {
            this.jdbc = jdbc;
        }

        @Idempotent
        @PostMapping("/leased")
        String leased(@RequestBody String text) {
            return write(text);
        }

        @Idempotent(mode = Mode.TRANSACTIONAL)
        @PostMapping("/transactional")
        String transactional(@RequestBody String text) {
            return write(text);
        }

        @Idempotent(mode = Mode.TRANSACTIONAL)
        @PostMapping("/thrown")
        String thrown(@RequestBody String text) {
            write(text);
            throw new IllegalStateException("too late");
        }

        private String write(String text) {
            jdbc.sql("INSERT INTO note VALUES (?)").param(text).update();
            return "written";
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

    @Configuration(proxyBeanMethods = false)
    static class JoiningAroundLazy {

        @Bean
        DataSource dataSource(DataSourceProperties properties) {
            return new TransactionAwareDataSourceProxy(new LazyConnectionDataSourceProxy(
                    properties.initializeDataSourceBuilder().build()));
        }
    }

    /** Its transactions are on what is behind the proxies. */
    @Configuration(proxyBeanMethods = false)
    static class ManagedBehind {

        @Bean
        TransactionAwareDataSourceProxy dataSource(DataSourceProperties properties) {
            return new TransactionAwareDataSourceProxy(new TransactionAwareDataSourceProxy(
                    properties.initializeDataSourceBuilder().build()));
        }

        @Bean
        JdbcTransactionManager transactionManager(TransactionAwareDataSourceProxy dataSource) {
            TransactionAwareDataSourceProxy inner = (TransactionAwareDataSourceProxy) dataSource.getTargetDataSource();
            return new JdbcTransactionManager(inner.getTargetDataSource());
        }
    }
}
