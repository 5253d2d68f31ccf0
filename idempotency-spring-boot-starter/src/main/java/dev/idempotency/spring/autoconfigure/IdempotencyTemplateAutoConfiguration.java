package dev.idempotency.spring.autoconfigure;

import dev.idempotency.core.atrest.StoredKeyMapper;
import dev.idempotency.core.template.IdempotencyTemplate;
import dev.idempotency.core.template.RunEngines;
import dev.idempotency.core.template.TemplateSettings;
import dev.idempotency.core.template.ValueCodec;
import dev.idempotency.spring.IdempotencyContext;
import dev.idempotency.spring.outcome.OutcomePolicy;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;

/** The template for code outside of HTTP, in applications with and without a web server. */
@AutoConfiguration(after = {IdempotencyEngineAutoConfiguration.class, IdempotencyProtectionAutoConfiguration.class})
@ConditionalOnBooleanProperty(name = "idempotency.enabled", matchIfMissing = true)
public final class IdempotencyTemplateAutoConfiguration {

    @Bean
    @ConditionalOnMissingBean
    ValueCodec idempotencyValueCodec(ListableBeanFactory beans) {
        return ValueCodecs.fitting(beans);
    }

    @Bean
    @ConditionalOnMissingBean
    RunEngines idempotencyRunEngines(ModeEngines engines) {
        return new ModeRunEngines(engines);
    }

    @Bean
    @ConditionalOnMissingBean
    IdempotencyTemplate idempotencyTemplate(
            RunEngines engines,
            ValueCodec codec,
            OutcomePolicy outcomes,
            ObjectProvider<StoredKeyMapper> naming,
            IdempotencyProperties properties) {
        return new IdempotencyTemplate(
                engines,
                codec,
                outcomes,
                naming.getIfAvailable(() -> StoredKeyMapper.PLAIN),
                IdempotencyContext.binding(),
                new TemplateSettings(
                        properties.lease(),
                        properties.ttl(),
                        Math.toIntExact(properties.maxResponseSize().toBytes())));
    }
}
