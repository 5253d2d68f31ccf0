package dev.idempotency.spring.autoconfigure;

import dev.idempotency.core.reconcile.Reconciler;
import dev.idempotency.core.template.IdempotencyTemplate;
import dev.idempotency.spring.IdempotencyEngines;
import dev.idempotency.spring.endpoint.IdempotentRoutes;
import dev.idempotency.spring.internal.endpoint.AnnotatedBeans;
import java.util.Optional;
import java.util.Set;
import org.springframework.beans.factory.BeanFactoryUtils;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.autoconfigure.condition.ConditionMessage;
import org.springframework.boot.autoconfigure.condition.ConditionOutcome;
import org.springframework.boot.autoconfigure.condition.SpringBootCondition;
import org.springframework.context.annotation.ConditionContext;
import org.springframework.context.annotation.ConfigurationCondition;
import org.springframework.core.type.AnnotatedTypeMetadata;

/**
 * Whether the application needs somewhere to keep records: it protects something, calls by a template, finds out outcomes, or says
 * where records are kept. An application that does none of that needs no database for us, and nothing is made in the one that it has.
 *
 * <p>Asked before any bean is made, so that the table can be made together with the application's own.
 */
final class OnUse extends SpringBootCondition implements ConfigurationCondition {

    private static final String STORE = "idempotency.store";

    private static final InjectedTypes CALLERS =
            new InjectedTypes(Set.of(IdempotencyTemplate.class, IdempotencyEngines.class));

    @Override
    public ConfigurationPhase getConfigurationPhase() {
        return ConfigurationPhase.REGISTER_BEAN;
    }

    @Override
    public ConditionOutcome getMatchOutcome(ConditionContext context, AnnotatedTypeMetadata metadata) {
        ConditionMessage.Builder message = ConditionMessage.forCondition("Use of idempotency");
        if (context.getEnvironment().containsProperty(STORE)) {
            return ConditionOutcome.match(message.because("'" + STORE + "' is set"));
        }
        ConfigurableListableBeanFactory beans = context.getBeanFactory();
        return Optional.ofNullable(beans)
                .flatMap(OnUse::firstUse)
                .map(type -> ConditionOutcome.match(message.foundExactly(type)))
                .orElseGet(() -> ConditionOutcome.noMatch(message.because(
                        "nothing is @Idempotent or takes an IdempotencyTemplate, and there are no IdempotentRoutes and no"
                                + " Reconciler")));
    }

    private static Optional<String> firstUse(ListableBeanFactory beans) {
        if (hasAny(beans, IdempotentRoutes.class)) {
            return Optional.of(IdempotentRoutes.class.getName());
        }
        if (hasAny(beans, Reconciler.class)) {
            return Optional.of(Reconciler.class.getName());
        }
        return AnnotatedBeans.typesIn(beans)
                .findFirst()
                .or(() -> CALLERS.takersIn(beans).findFirst())
                .map(Class::getName);
    }

    private static boolean hasAny(ListableBeanFactory beans, Class<?> type) {
        return BeanFactoryUtils.beanNamesForTypeIncludingAncestors(beans, type, true, false).length > 0;
    }
}
