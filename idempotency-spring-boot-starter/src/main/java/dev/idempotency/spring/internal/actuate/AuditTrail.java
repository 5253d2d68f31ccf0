package dev.idempotency.spring.internal.actuate;

import dev.idempotency.core.internal.digest.Sha256;
import dev.idempotency.core.key.IdempotencyKey;
import dev.idempotency.core.scope.Scope;
import dev.idempotency.core.store.OperatorDecision;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.actuate.audit.listener.AuditApplicationEvent;
import org.springframework.context.ApplicationEventPublisher;

/**
 * Publishes what an operator did or tried as audit events. Scope and key appear by their short hashes only, which are
 * also those of log lines.
 */
final class AuditTrail {

    private final ApplicationEventPublisher events;

    AuditTrail(ApplicationEventPublisher events) {
        this.events = events;
    }

    /** @param outcome what came of it, in a word */
    void publish(String action, OperatorDecision decision, Scope scope, @Nullable IdempotencyKey key, String outcome) {
        Map<String, Object> data = new LinkedHashMap<>();
        data.put("why", decision.why());
        data.put("scope", Sha256.shortHex(scope.value()));
        if (key != null) {
            data.put("key", Sha256.shortHex(key.value()));
        }
        data.put("outcome", outcome);
        String type = "IDEMPOTENCY_" + action.toUpperCase(Locale.ROOT);
        events.publishEvent(new AuditApplicationEvent(decision.by(), type, data));
    }
}
