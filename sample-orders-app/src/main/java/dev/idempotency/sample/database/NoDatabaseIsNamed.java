package dev.idempotency.sample.database;

import org.springframework.context.annotation.Condition;
import org.springframework.context.annotation.ConditionContext;
import org.springframework.core.type.AnnotatedTypeMetadata;

/** Nobody has said which database to use, for instance by {@code SPRING_DATASOURCE_URL}. */
final class NoDatabaseIsNamed implements Condition {

    @Override
    public boolean matches(ConditionContext context, AnnotatedTypeMetadata metadata) {
        return !context.getEnvironment().containsProperty("spring.datasource.url");
    }
}
