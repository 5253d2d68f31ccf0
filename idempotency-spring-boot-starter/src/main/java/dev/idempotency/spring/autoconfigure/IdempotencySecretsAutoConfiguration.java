package dev.idempotency.spring.autoconfigure;

import org.springframework.boot.actuate.endpoint.SanitizingFunction;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.context.annotation.Bean;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.core.env.Environment;

/** Keeps the actuator from showing our secrets, also while idempotency is switched off and they are still configured. */
@AutoConfiguration
@ConditionalOnClass(SanitizingFunction.class)
public final class IdempotencySecretsAutoConfiguration {

    @Bean
    @Order(Ordered.HIGHEST_PRECEDENCE)
    SanitizingFunction idempotencySecrets(Environment environment) {
        ConfiguredSecrets secrets = ConfiguredSecrets.of(environment);
        return data -> secrets.isSecret(data.getKey(), data.getValue()) ? data.withSanitizedValue() : data;
    }
}
