package dev.idempotency.spring.endtoend;

import dev.idempotency.spring.Idempotent;
import dev.idempotency.spring.Mode;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import org.springframework.dao.DataIntegrityViolationException;
import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.support.DefaultTransactionDefinition;
import org.springframework.transaction.support.TransactionTemplate;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.server.ResponseStatusException;

/** Handlers whose work is one transaction with their record, and the ways in which that ends. */
@RestController
@Idempotent(mode = Mode.TRANSACTIONAL)
class Purchases {

    private final JdbcClient jdbc;
    private final PlatformTransactionManager transactions;

    Purchases(JdbcClient jdbc, PlatformTransactionManager transactions) {
        this.jdbc = jdbc;
        this.transactions = transactions;
    }

    @PostMapping("/purchases")
    @ResponseStatus(HttpStatus.CREATED)
    String buy() {
        buyFor(null);
        return "bought";
    }

    /** Fails at commit, as there is no such customer. */
    @PostMapping("/unknown-customer")
    String buyForNobody() {
        buyFor(1);
        return "bought";
    }

    @PostMapping("/not-found")
    String notFound() {
        buyFor(null);
        throw new ResponseStatusException(HttpStatus.NOT_FOUND, "no such thing");
    }

    @PostMapping("/error-sent")
    void errorSent(HttpServletResponse response) throws IOException {
        buyFor(null);
        response.sendError(500, "broken");
    }

    @PostMapping("/refused")
    ResponseEntity<String> refused() {
        inTransaction(TransactionDefinition.PROPAGATION_REQUIRED, () -> buyFor(null), true);
        return ResponseEntity.unprocessableContent().body("refused");
    }

    @PostMapping("/rolled-back")
    String rolledBack() {
        inTransaction(TransactionDefinition.PROPAGATION_REQUIRED, () -> buyFor(null), true);
        return "bought";
    }

    /** What it writes in a transaction of its own is not undone with the rest. */
    @PostMapping("/on-its-own")
    String onItsOwn() {
        inTransaction(TransactionDefinition.PROPAGATION_REQUIRES_NEW, () -> buyFor(null), false);
        throw new IllegalStateException("too late");
    }

    @PostMapping("/large")
    void large(HttpServletResponse response) throws IOException {
        buyFor(null);
        for (int i = 0; i < 64; i++) {
            response.getOutputStream().write(new byte[1024]);
            response.flushBuffer();
        }
    }

    @ExceptionHandler(DataIntegrityViolationException.class)
    ResponseEntity<String> violated() {
        return ResponseEntity.status(HttpStatus.CONFLICT).body("no such customer");
    }

    private void buyFor(Integer customer) {
        jdbc.sql("INSERT INTO purchase (customer) VALUES (?)").param(customer).update();
    }

    private void inTransaction(int propagation, Runnable work, boolean rollBack) {
        new TransactionTemplate(transactions, new DefaultTransactionDefinition(propagation))
                .executeWithoutResult(status -> {
                    work.run();
                    if (rollBack) {
                        status.setRollbackOnly();
                    }
                });
    }
}
