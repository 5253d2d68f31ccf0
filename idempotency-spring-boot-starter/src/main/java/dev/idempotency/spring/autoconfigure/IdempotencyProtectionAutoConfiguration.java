package dev.idempotency.spring.autoconfigure;

import dev.idempotency.core.protect.AesGcmCodec;
import dev.idempotency.core.protect.CipherKeys;
import dev.idempotency.core.protect.RecordNaming;
import dev.idempotency.core.protect.ResponseCodec;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;

/** Answers that are encrypted and keys that are hashed, where that is wanted. */
@AutoConfiguration(after = IdempotencyAutoConfiguration.class)
@ConditionalOnBooleanProperty(name = "idempotency.enabled", matchIfMissing = true)
@EnableConfigurationProperties(ProtectionProperties.class)
public final class IdempotencyProtectionAutoConfiguration {

    @Bean
    @ConditionalOnMissingBean
    @ConditionalOnProperty("idempotency.protection.active-key")
    CipherKeys idempotencyCipherKeys(ProtectionProperties properties) {
        return properties.cipherKeys();
    }

    @Bean
    @ConditionalOnBean(CipherKeys.class)
    @ConditionalOnMissingBean
    ResponseCodec idempotencyResponseCodec(CipherKeys keys) {
        return new AesGcmCodec(keys);
    }

    @Bean
    @ConditionalOnBooleanProperty("idempotency.protection.hash-keys")
    @ConditionalOnMissingBean
    RecordNaming idempotencyRecordNaming(ProtectionProperties properties) {
        return properties.hashedKeys();
    }
}
