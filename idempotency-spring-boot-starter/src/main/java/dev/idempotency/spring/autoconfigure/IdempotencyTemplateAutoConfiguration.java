package dev.idempotency.spring.autoconfigure;

import dev.idempotency.core.atrest.StoredKeyMapper;
import dev.idempotency.core.template.IdempotencyTemplate;
import dev.idempotency.core.template.RunEngines;
import dev.idempotency.core.template.TemplateSettings;
import dev.idempotency.core.template.ValueCodec;
import dev.idempotency.spring.IdempotencyContext;
import dev.idempotency.spring.outcome.OutcomePolicy;
import dev.idempotency.spring.outcome.StandardOutcomePolicy;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;

/**
 * The template for code outside of HTTP, in applications with and without a web server. Code is written against it, so it is there
 * also where idempotency is switched off; every call runs then.
 */
@AutoConfiguration(after = {IdempotencyEngineAutoConfiguration.class, IdempotencyProtectionAutoConfiguration.class})
@EnableConfigurationProperties(IdempotencyProperties.class)
public final class IdempotencyTemplateAutoConfiguration {

    @Bean
    @ConditionalOnMissingBean
    ValueCodec idempotencyValueCodec(ListableBeanFactory beans) {
        return ValueCodecs.fitting(beans);
    }

    @Bean
    @ConditionalOnMissingBean
    RunEngines idempotencyRunEngines(
            IdempotencyProperties properties, ObjectProvider<ModeEngines> engines, ListableBeanFactory beans) {
        return properties.enabled() ? new ModeRunEngines(engines.getObject()) : new UnprotectedEngines(beans);
    }

    @Bean
    @ConditionalOnMissingBean
    IdempotencyTemplate idempotencyTemplate(
            RunEngines engines,
            ValueCodec codec,
            ObjectProvider<OutcomePolicy> outcomes,
            ObjectProvider<StoredKeyMapper> naming,
            IdempotencyProperties properties) {
        return new IdempotencyTemplate(
                engines,
                codec,
                outcomes.getIfAvailable(StandardOutcomePolicy::new),
                naming.getIfAvailable(() -> StoredKeyMapper.PLAIN),
                IdempotencyContext.binding(),
                new TemplateSettings(
                        properties.lease(),
                        properties.ttl(),
                        Math.toIntExact(properties.maxResponseSize().toBytes())));
    }
}
