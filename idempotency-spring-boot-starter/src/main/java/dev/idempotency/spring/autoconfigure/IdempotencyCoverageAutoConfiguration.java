package dev.idempotency.spring.autoconfigure;

import dev.idempotency.spring.coverage.Coverage;
import dev.idempotency.spring.endpoint.Endpoints;
import dev.idempotency.spring.internal.coverage.AnnotationAudit;
import dev.idempotency.spring.internal.coverage.CoverageAudit;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.boot.LazyInitializationExcludeFilter;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;

/** The list of what is protected and what is not. */
@AutoConfiguration(after = IdempotencyWebMvcAutoConfiguration.class)
@ConditionalOnBean(Endpoints.class)
@EnableConfigurationProperties(CoverageProperties.class)
public final class IdempotencyCoverageAutoConfiguration {

    @Bean
    @ConditionalOnMissingBean
    Coverage idempotencyCoverage(Endpoints endpoints, CoverageProperties properties) {
        return new Coverage(endpoints, properties.coverageAllowed());
    }

    @Bean
    CoverageAudit idempotencyCoverageAudit(Coverage coverage, CoverageProperties properties) {
        return new CoverageAudit(coverage, properties.coverage());
    }

    @Bean
    AnnotationAudit idempotencyAnnotationAudit(ListableBeanFactory beans) {
        return new AnnotationAudit(beans);
    }

    /** No other bean needs them; they do their work when they are made. */
    @Bean
    static LazyInitializationExcludeFilter idempotencyAuditsAreNotLazy() {
        return LazyInitializationExcludeFilter.forBeanTypes(CoverageAudit.class, AnnotationAudit.class);
    }
}
