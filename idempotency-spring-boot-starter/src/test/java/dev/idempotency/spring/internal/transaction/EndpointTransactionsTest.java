package dev.idempotency.spring.internal.transaction;

import static org.assertj.core.api.Assertions.assertThat;

import dev.idempotency.core.engine.Waiting;
import dev.idempotency.core.fingerprint.CanonicalFingerprinter;
import dev.idempotency.core.store.OnLapsedLease;
import dev.idempotency.spring.Mode;
import dev.idempotency.spring.OnStoreFailure;
import dev.idempotency.spring.endpoint.ProtectedEndpoint;
import dev.idempotency.spring.outcome.StandardOutcomePolicy;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.annotation.Isolation;
import org.springframework.transaction.annotation.Transactional;
import org.springframework.transaction.interceptor.TransactionAttribute;
import org.springframework.transaction.support.DefaultTransactionDefinition;
import org.springframework.web.method.HandlerMethod;

class EndpointTransactionsTest {

    private final DefaultTransactionDefinition configured = new DefaultTransactionDefinition();
    private final EndpointTransactions transactions =
            new EndpointTransactions(new DeclaredTransactions(null), configured);

    EndpointTransactionsTest() {
        configured.setTimeout(30);
        configured.setIsolationLevel(TransactionDefinition.ISOLATION_REPEATABLE_READ);
    }

    @Test
    void what_the_handler_says_counts() throws NoSuchMethodException {
        TransactionDefinition definition = transactions.of(endpoint("everything"));

        assertThat(definition.getIsolationLevel()).isEqualTo(TransactionDefinition.ISOLATION_SERIALIZABLE);
        assertThat(definition.getTimeout()).isEqualTo(5);
        assertThat(definition.getName()).isEqualTo(Handlers.class.getName() + ".everything");
        assertThat(definition)
                .isInstanceOfSatisfying(
                        TransactionAttribute.class,
                        attribute -> assertThat(attribute.getLabels()).containsExactly("ledger"));
    }

    @Test
    void where_the_handler_says_nothing_what_is_configured_counts() throws NoSuchMethodException {
        TransactionDefinition definition = transactions.of(endpoint("nothing"));

        assertThat(definition.getIsolationLevel()).isEqualTo(TransactionDefinition.ISOLATION_REPEATABLE_READ);
        assertThat(definition.getTimeout()).isEqualTo(30);
        assertThat(transactions.of(endpoint("bare"))).isSameAs(configured);
    }

    private static ProtectedEndpoint endpoint(String method) throws NoSuchMethodException {
        return new ProtectedEndpoint(
                "POST /" + method,
                Mode.TRANSACTIONAL,
                "",
                "",
                "",
                Duration.ofHours(1),
                Duration.ofSeconds(60),
                true,
                Waiting.NONE,
                OnStoreFailure.REJECT,
                OnLapsedLease.UNKNOWN,
                List.of(),
                new CanonicalFingerprinter(List.of()),
                new StandardOutcomePolicy(),
                new HandlerMethod(new Handlers(), method));
    }

    static class Handlers {

        @Transactional(isolation = Isolation.SERIALIZABLE, timeout = 5, label = "ledger")
        public void everything() {}

        @Transactional
        public void nothing() {}

        public void bare() {}
    }
}
