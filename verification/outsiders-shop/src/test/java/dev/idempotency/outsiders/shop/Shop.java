package dev.idempotency.outsiders.shop;

import dev.idempotency.testbed.Database;
import java.io.IOException;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.web.server.context.WebServerApplicationContext;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.jdbc.core.simple.JdbcClient;

/** The shop as its main method would run it, with its database and its bank. */
record Shop(ConfigurableApplicationContext context, Bank bank, JdbcClient database) implements AutoCloseable {

    static Shop open() throws IOException {
        Database database = Database.create();
        Bank bank = new Bank();
        ConfigurableApplicationContext context = new SpringApplicationBuilder(ShopApplication.class)
                .run(
                        "--server.port=0",
                        "--spring.main.banner-mode=off",
                        "--logging.level.root=WARN",
                        "--spring.datasource.url=" + database.url(),
                        "--spring.datasource.username=" + database.user(),
                        "--spring.datasource.password=" + database.password(),
                        "--spring.servlet.multipart.max-file-size=20KB",
                        // That is for the catalogue beside it.
                        "--spring.autoconfigure.exclude=org.springframework.boot.data.rest.autoconfigure.DataRestAutoConfiguration",
                        "--bank.url=" + bank.url(),
                        "--idempotency.reconciliation.every=200ms",
                        "--idempotency.reconciliation.first-pause=200ms");
        return new Shop(context, bank, JdbcClient.create(database.dataSource()));
    }

    Customer customer(String name) {
        return new Customer(
                ((WebServerApplicationContext) context).getWebServer().getPort(), name);
    }

    int orders(String sku) {
        return database.sql("SELECT count(*) FROM shop_order WHERE sku = ?")
                .param(sku)
                .query(Integer.class)
                .single();
    }

    @Override
    public void close() {
        context.close();
        bank.close();
    }
}
