package dev.idempotency.outsiders.notes;

import dev.idempotency.spring.Idempotent;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RestController;

/** The one endpoint that is protected, where an application has it. */
@RestController
class ProtectedNotes {

    private final JdbcClient database;

    ProtectedNotes(JdbcClient database) {
        this.database = database;
    }

    @Idempotent
    @PostMapping("/protected-notes")
    String write() {
        database.sql("INSERT INTO note VALUES ('protected')").update();
        return "note "
                + database.sql("SELECT count(*) FROM note").query(Integer.class).single();
    }
}
