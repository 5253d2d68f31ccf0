package dev.idempotency.spring.autoconfigure;

import dev.idempotency.core.fingerprint.CanonicalFingerprinter;
import dev.idempotency.core.fingerprint.Fingerprinter;
import dev.idempotency.core.memory.InMemoryStore;
import dev.idempotency.core.store.IdempotencyStore;
import dev.idempotency.spring.outcome.OutcomePolicy;
import dev.idempotency.spring.outcome.StandardOutcomePolicy;
import java.time.Clock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;

/** What does not depend on how requests come in or where records are kept. */
@AutoConfiguration
@ConditionalOnBooleanProperty(name = "idempotency.enabled", matchIfMissing = true)
@EnableConfigurationProperties(IdempotencyProperties.class)
public final class IdempotencyAutoConfiguration {

    private static final Logger log = LoggerFactory.getLogger(IdempotencyAutoConfiguration.class);

    @Bean
    @ConditionalOnMissingBean
    OutcomePolicy idempotencyOutcomePolicy() {
        return new StandardOutcomePolicy();
    }

    /** Replaced by its name: an application may have other fingerprinters, each for one endpoint. */
    @Bean
    @ConditionalOnMissingBean(name = "idempotencyFingerprinter")
    Fingerprinter idempotencyFingerprinter(IdempotencyProperties properties) {
        return new CanonicalFingerprinter(properties.fingerprint().ignoredMembers());
    }

    @Bean
    @ConditionalOnProperty(name = "idempotency.store", havingValue = "memory")
    @ConditionalOnMissingBean
    IdempotencyStore idempotencyInMemoryStore(IdempotencyProperties properties) {
        log.warn(
                "Records of idempotent requests are kept in the memory of this process: they are lost with it, and other"
                        + " processes do not see them. For development only; remove 'idempotency.store: memory' elsewhere");
        return new InMemoryStore(Clock.systemUTC(), properties.memory().capacity());
    }
}
