package dev.idempotency.sample.provider;

import java.io.IOException;
import javax.sql.DataSource;
import org.flywaydb.core.Flyway;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.core.simple.JdbcClient;
import tools.jackson.databind.json.JsonMapper;

@Configuration(proxyBeanMethods = false)
class ProviderConfiguration {

    /** In a schema and with migrations of its own: the application's know nothing of it. */
    @Bean
    Ledger ledger(DataSource dataSource) {
        Flyway.configure()
                .dataSource(dataSource)
                .schemas("provider")
                .locations("classpath:provider/migration")
                .load()
                .migrate();
        return new Ledger(JdbcClient.create(dataSource));
    }

    @Bean
    ProviderServer providerServer(ProviderProperties properties, Ledger ledger, JsonMapper json) throws IOException {
        return new ProviderServer(properties.port(), ledger, json);
    }
}
