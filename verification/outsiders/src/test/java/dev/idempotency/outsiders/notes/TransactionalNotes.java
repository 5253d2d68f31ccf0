package dev.idempotency.outsiders.notes;

import dev.idempotency.spring.Idempotent;
import dev.idempotency.spring.Mode;
import org.springframework.http.ResponseEntity;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.support.TransactionTemplate;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RestController;

/** Writes a note, and then ends as it is told. */
@RestController
class TransactionalNotes {

    private final JdbcClient database;
    private final TransactionTemplate joined;

    TransactionalNotes(JdbcClient database, TransactionTemplate joined) {
        this.database = database;
        this.joined = joined;
    }

    @Idempotent(mode = Mode.TRANSACTIONAL)
    @PostMapping("/transactional-notes")
    ResponseEntity<String> write(@RequestBody String end) {
        database.sql("INSERT INTO note VALUES ('transactional')").update();
        switch (end) {
            case "throw" -> throw new IllegalStateException("as told");
            case "refuse" -> {
                joined.executeWithoutResult(status -> status.setRollbackOnly());
                return ResponseEntity.unprocessableContent().body("refused");
            }
            default -> {
                return ResponseEntity.ok("written");
            }
        }
    }
}
