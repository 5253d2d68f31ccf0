package dev.idempotency.chaos.killpoint;

import dev.idempotency.core.store.StoreInterceptor;
import dev.idempotency.core.store.StoreOperation;
import dev.idempotency.core.template.IdempotencyTemplate;
import dev.idempotency.core.template.IdempotentResult;
import dev.idempotency.spring.Idempotent;
import dev.idempotency.spring.Mode;
import dev.idempotency.spring.OnLeaseExpiry;
import dev.idempotency.spring.phase.Phases;
import java.time.Duration;
import java.util.UUID;
import java.util.function.Supplier;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;
import org.springframework.transaction.support.TransactionTemplate;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

/** The application that is struck: one handler, which writes one row. Every run of it answers something else. */
@SpringBootConfiguration(proxyBeanMethods = false)
@EnableAutoConfiguration
@RestController
class TillApplication {

    /** Of the request that the thread serves. */
    private static final ThreadLocal<Integer> doorAfterCompletion = ThreadLocal.withInitial(() -> 0);

    private final JdbcClient jdbc;
    private final IdempotencyTemplate idempotency;
    private final TransactionTemplate transactions;

    TillApplication(JdbcClient jdbc, IdempotencyTemplate idempotency, PlatformTransactionManager transactions) {
        this.jdbc = jdbc;
        this.idempotency = idempotency;
        this.transactions = new TransactionTemplate(transactions);
    }

    public static void main(String[] arguments) {
        SpringApplication.run(TillApplication.class, arguments);
    }

    @GetMapping("/node")
    String state() {
        return "ready";
    }

    @PostMapping("/purchases")
    @ResponseStatus(HttpStatus.CREATED)
    @Idempotent(mode = Mode.TRANSACTIONAL)
    String buy(
            @RequestParam String item,
            @RequestHeader(name = "Door", defaultValue = "0") int door,
            @RequestHeader(name = "Callbacks", defaultValue = "false") boolean callbacks) {
        return sell(item, door, callbacks);
    }

    /** The same by a call that joins the transaction of its caller, who knows nothing of HTTP's keys. */
    @PostMapping("/joined-purchases")
    ResponseEntity<String> buyJoined(
            @RequestParam String item, @RequestHeader(name = "Door", defaultValue = "0") int door) {
        IdempotentResult<String> result = transactions.execute(status ->
                idempotency.operation("buy").key(item).joining().run(String.class, () -> sell(item, door, true)));
        if (result instanceof IdempotentResult.Ran<String> ran) {
            return ResponseEntity.status(HttpStatus.CREATED).body(ran.value());
        }
        if (result instanceof IdempotentResult.Replayed<String> replayed) {
            return ResponseEntity.status(HttpStatus.CREATED)
                    .header("Idempotency-Replayed", "true")
                    .body(replayed.value());
        }
        return ResponseEntity.status(HttpStatus.CONFLICT).body(String.valueOf(result));
    }

    private String sell(String item, int door, boolean callbacks) {
        String receipt = UUID.randomUUID().toString();
        if (callbacks) {
            TransactionSynchronizationManager.registerSynchronization(new TransactionSynchronization() {
                @Override
                public void afterCommit() {
                    knockAt(door);
                }
            });
        }
        doorAfterCompletion.set(callbacks ? 0 : door);
        jdbc.sql("INSERT INTO purchase (item, receipt) VALUES (?, ?)")
                .params(item, receipt)
                .update();
        return receipt;
    }

    /** The provider is a table of its own, which is written to outside of any transaction, and has one charge for a key. */
    @PostMapping("/rides")
    @ResponseStatus(HttpStatus.CREATED)
    @Idempotent(
            onLeaseExpiry = OnLeaseExpiry.RESUME,
            phases = {"ride", "charge", "receipt"})
    String ride(@RequestParam String to, Phases phases) {
        String ride = phases.local("ride", String.class, () -> {
            String made = UUID.randomUUID().toString();
            jdbc.sql("INSERT INTO ride (id, destination) VALUES (?, ?)")
                    .params(made, to)
                    .update();
            return made;
        });
        String charge = phases.external("charge", call -> {
                    jdbc.sql("INSERT INTO charge (key, destination) VALUES (?, ?)"
                                    + " ON CONFLICT (key) DO UPDATE SET calls = charge.calls + 1")
                            .params(call.key(), to)
                            .update();
                    return call.key();
                })
                .repeatableFor(Duration.ofHours(1))
                .id(key -> key)
                .get(String.class);
        phases.local("receipt", () -> {
            jdbc.sql("INSERT INTO receipt (ride, charge, destination) VALUES (?, ?, ?)")
                    .params(ride, charge, to)
                    .update();
        });
        return ride + " paid by " + charge;
    }

    /** Knocks when the record is completed, and so the transaction committed. */
    @Bean
    static StoreInterceptor knocking() {
        return new StoreInterceptor() {
            @Override
            public <T> T around(StoreOperation operation, Supplier<T> call) {
                T result = call.get();
                if (operation == StoreOperation.COMPLETE) {
                    knockAt(doorAfterCompletion.get());
                    doorAfterCompletion.remove();
                }
                return result;
            }
        };
    }

    private static void knockAt(int door) {
        if (door != 0) {
            Door.knockAt(door);
        }
    }
}
