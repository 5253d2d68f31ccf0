package dev.idempotency.spring.autoconfigure;

import static dev.idempotency.spring.autoconfigure.Checks.positive;
import static dev.idempotency.spring.autoconfigure.Checks.require;

import dev.idempotency.core.internal.reconcile.ReconcileBackoff;
import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * How unknown outcomes are found out.
 *
 * @param every How often a node looks for unknown outcomes that are due to be reconciled.
 * @param batch How many unknown outcomes a node reconciles in one batch.
 * @param claim How long a node may work on a batch before another node may claim its records.
 * @param firstPause Pause after the first attempt that found nothing out; it doubles with each.
 * @param longestPause Longest pause between two attempts.
 * @param attempts How many attempts are made before an operator must decide.
 */
@ConfigurationProperties("idempotency.reconciliation")
public record ReconciliationProperties(
        @DefaultValue("5s") Duration every,
        @DefaultValue("50") int batch,
        @DefaultValue("1m") Duration claim,
        @DefaultValue("5s") Duration firstPause,
        @DefaultValue("10m") Duration longestPause,
        @DefaultValue("20") int attempts) {

    /** Checks the times. */
    public ReconciliationProperties {
        positive(every, "reconciliation.every");
        positive(claim, "reconciliation.claim");
        require(batch > 0, "reconciliation.batch is at least 1, not " + batch);
        new ReconcileBackoff(firstPause, longestPause, attempts);
    }

    ReconcileBackoff backoff() {
        return new ReconcileBackoff(firstPause, longestPause, attempts);
    }
}
