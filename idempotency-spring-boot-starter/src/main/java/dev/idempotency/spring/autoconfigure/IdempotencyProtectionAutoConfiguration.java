package dev.idempotency.spring.autoconfigure;

import dev.idempotency.core.atrest.CipherKeys;
import dev.idempotency.core.atrest.ResponseCodec;
import dev.idempotency.core.atrest.ResponseProtection;
import dev.idempotency.core.atrest.StoredKeyMapper;
import dev.idempotency.core.internal.atrest.AesGcmCodec;
import dev.idempotency.spring.IdempotencyConfigurationException;
import org.springframework.beans.factory.ObjectProvider;
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

    /** For a store: in which form it keeps answers. */
    @Bean
    @ConditionalOnMissingBean
    ResponseProtection idempotencyResponseProtection(
            ProtectionProperties properties, ObjectProvider<ResponseCodec> codecs) {
        ResponseCodec codec = codecs.getIfAvailable();
        if (!properties.encryptedOnly()) {
            return new ResponseProtection(codec);
        }
        if (codec == null) {
            throw new IdempotencyConfigurationException(
                    "Only encrypted answers are to be stored (idempotency.protection.encrypted-only), and there is no key to"
                            + " encrypt them by.",
                    "Set idempotency.protection.active-key and idempotency.protection.keys, or define a bean of type"
                            + " CipherKeys or ResponseCodec.");
        }
        return ResponseProtection.encryptedOnly(codec);
    }

    @Bean
    @ConditionalOnBooleanProperty("idempotency.protection.hash-keys")
    @ConditionalOnMissingBean
    StoredKeyMapper idempotencyStoredKeyMapper(ProtectionProperties properties) {
        return properties.hashingKeyMapper();
    }
}
