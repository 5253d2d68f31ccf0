package dev.idempotency.frameworks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.idempotency.spring.IdempotencyConfigurationException;
import dev.idempotency.spring.Idempotent;
import dev.idempotency.spring.Mode;
import dev.idempotency.testbed.Database;
import jakarta.persistence.EntityManager;
import jakarta.persistence.EntityManagerFactory;
import java.util.Map;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.boot.persistence.autoconfigure.EntityScan;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.orm.jpa.JpaTransactionManager;
import org.springframework.orm.jpa.LocalContainerEntityManagerFactoryBean;
import org.springframework.orm.jpa.vendor.HibernateJpaVendorAdapter;
import org.springframework.transaction.annotation.Isolation;
import org.springframework.transaction.annotation.Transactional;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RestController;

/** An application with transactions of JPA and of plain JDBC side by side. */
class SeveralManagersTest {

    /** What Spring Boot offers for jOOQ cannot choose between transaction managers. */
    private static final Map<String, String> WITHOUT_JOOQ =
            Map.of("spring.autoconfigure.exclude", "org.springframework.boot.jooq.autoconfigure.JooqAutoConfiguration");

    private final Database database = ShopApp.createDatabase();

    @Test
    void an_endpoint_runs_in_the_transactions_of_the_manager_that_it_names() {
        try (ShopApp app = ShopApp.start(database, WITHOUT_JOOQ, TwoManagers.class, Named.class)) {
            for (String path : new String[] {"/through-jpa", "/through-jdbc"}) {
                app.events().clear();

                assertThat(app.post(path, path, "{\"item\":\"" + path + "\"}").statusCode())
                        .isEqualTo(200);

                assertThat(app.events()).as(path).containsExactly("connection", "commit");
            }
            assertThat(JdbcClient.create(database.dataSource())
                            .sql("""
                                SELECT p.item FROM purchase p, idempotency_record r
                                WHERE r.key = p.item AND r.xmin::text = p.xmin::text""")
                            .query(String.class)
                            .list())
                    .containsExactlyInAnyOrder("/through-jpa", "/through-jdbc");
        }
    }

    @Test
    void an_endpoint_that_names_none_of_several_managers_stops_the_start_and_lists_them() {
        assertThatThrownBy(() -> ShopApp.start(database, WITHOUT_JOOQ, TwoManagers.class, Unnamed.class))
                .isInstanceOfSatisfying(IdempotencyConfigurationException.class, wrong -> {
                    assertThat(wrong).hasMessageContaining("several transaction managers");
                    assertThat(wrong.action()).contains("jpaTransactions", "jdbcTransactions", "transactionManager");
                });
    }

    @Test
    void transactions_of_jpa_on_another_database_stop_the_start() {
        assertThatThrownBy(() -> ShopApp.start(database, WITHOUT_JOOQ, ElsewhereManager.class, Unnamed.class))
                .isInstanceOfSatisfying(
                        IdempotencyConfigurationException.class,
                        wrong -> assertThat(wrong)
                                .hasMessageContaining("manages another data source than that of the records"));
    }

    @Test
    void an_isolation_that_transactions_of_jpa_cannot_have_stops_the_start() {
        assertThatThrownBy(() -> ShopApp.start(database, WITHOUT_JOOQ, UnpreparedConnections.class, Strict.class))
                .isInstanceOfSatisfying(IdempotencyConfigurationException.class, wrong -> {
                    assertThat(wrong)
                            .hasMessageContaining("POST /strict")
                            .hasMessageContaining("custom isolation levels");
                    assertThat(wrong.action()).contains("@Transactional");
                });
    }

    /** Hibernate may not change connections. */
    @Configuration(proxyBeanMethods = false)
    static class UnpreparedConnections {

        @Bean
        static BeanPostProcessor unprepared() {
            return new BeanPostProcessor() {
                @Override
                public Object postProcessBeforeInitialization(Object bean, String name) {
                    if (bean instanceof HibernateJpaVendorAdapter hibernate) {
                        hibernate.setPrepareConnection(false);
                    }
                    return bean;
                }
            };
        }
    }

    @RestController
    static class Strict {

        @PostMapping("/strict")
        @Idempotent(mode = Mode.TRANSACTIONAL)
        @Transactional(isolation = Isolation.SERIALIZABLE)
        public String strict() {
            return "done";
        }
    }

    @Configuration(proxyBeanMethods = false)
    @EntityScan(basePackageClasses = Purchase.class)
    static class TwoManagers {

        @Bean
        JpaTransactionManager jpaTransactions(EntityManagerFactory factory) {
            return new JpaTransactionManager(factory);
        }

        @Bean
        JdbcTransactionManager jdbcTransactions(DataSource dataSource) {
            return new JdbcTransactionManager(dataSource);
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class ElsewhereManager {

        @Bean
        LocalContainerEntityManagerFactoryBean entityManagerFactory() {
            LocalContainerEntityManagerFactoryBean factory = new LocalContainerEntityManagerFactoryBean();
            factory.setDataSource(Database.create().dataSource());
            factory.setPackagesToScan("no.entities");
            factory.setJpaVendorAdapter(new HibernateJpaVendorAdapter());
            return factory;
        }

        @Bean
        JpaTransactionManager transactionManager(EntityManagerFactory factory) {
            return new JpaTransactionManager(factory);
        }
    }

    @RestController
    static class Named {

        private final EntityManager entities;
        private final JdbcClient jdbc;

        Named(EntityManager entities, JdbcClient jdbc) {
            this.entities = entities;
            this.jdbc = jdbc;
        }

        @PostMapping("/through-jpa")
        @Idempotent(mode = Mode.TRANSACTIONAL, transactionManager = "jpaTransactions")
        String throughJpa(@RequestBody NewPurchase purchase) {
            entities.persist(new Purchase(purchase.item(), purchase.customer()));
            return "bought";
        }

        @PostMapping("/through-jdbc")
        @Idempotent(mode = Mode.TRANSACTIONAL, transactionManager = "jdbcTransactions")
        String throughJdbc(@RequestBody NewPurchase purchase) {
            jdbc.sql("INSERT INTO purchase (item) VALUES (?)")
                    .param(purchase.item())
                    .update();
            return "bought";
        }
    }

    @RestController
    static class Unnamed {

        @PostMapping("/unnamed")
        @Idempotent(mode = Mode.TRANSACTIONAL)
        String unnamed() {
            return "done";
        }
    }
}
