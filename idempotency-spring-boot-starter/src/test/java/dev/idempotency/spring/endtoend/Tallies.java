package dev.idempotency.spring.endtoend;

import dev.idempotency.spring.Idempotent;
import dev.idempotency.spring.OnConcurrent;
import org.springframework.dao.ConcurrencyFailureException;
import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RestController;

/** Writes how many there were before: of two at the same time one must be wrong. A test says what happens meanwhile. */
@RestController
class Tallies {

    static volatile Runnable meanwhile = () -> {};
    static volatile Runnable beforeCommit = () -> {};

    private final JdbcClient jdbc;

    Tallies(JdbcClient jdbc) {
        this.jdbc = jdbc;
    }

    @PostMapping("/tallies")
    @Idempotent
    String tally() {
        TransactionSynchronizationManager.registerSynchronization(new TransactionSynchronization() {
            @Override
            public void beforeCommit(boolean readOnly) {
                beforeCommit.run();
            }
        });
        int before = jdbc.sql("SELECT count(*) FROM tally").query(Integer.class).single();
        jdbc.sql("INSERT INTO tally VALUES (?)").param(before).update();
        meanwhile.run();
        return "tally " + before;
    }

    @PostMapping("/patient")
    @Idempotent(onConcurrent = OnConcurrent.WAIT, waitAtMost = "60s")
    String patient() {
        return tally();
    }

    @PostMapping("/impatient")
    @Idempotent(onConcurrent = OnConcurrent.WAIT, waitAtMost = "100ms")
    String impatient() {
        return tally();
    }

    @ExceptionHandler
    ResponseEntity<String> conflict(ConcurrencyFailureException thrown) {
        return ResponseEntity.status(HttpStatus.CONFLICT).body("come again");
    }
}
