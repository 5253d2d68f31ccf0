package dev.idempotency.outsiders.notes;

import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RestController;

/** Writes through JDBC to tables of its own. */
@Configuration(proxyBeanMethods = false)
@EnableAutoConfiguration
@RestController
class NotesApplication {

    static final String TABLE = "CREATE TABLE note (text varchar(100) NOT NULL)";

    private final JdbcClient database;

    NotesApplication(JdbcClient database) {
        this.database = database;
    }

    @PostMapping("/notes")
    String write() {
        database.sql("INSERT INTO note VALUES ('plain')").update();
        return "written";
    }
}
