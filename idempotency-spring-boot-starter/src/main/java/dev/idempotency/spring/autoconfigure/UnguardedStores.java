package dev.idempotency.spring.autoconfigure;

import dev.idempotency.core.store.IdempotencyStore;
import dev.idempotency.spring.UnguardedStore;
import java.util.Arrays;
import java.util.List;
import org.springframework.beans.factory.config.BeanDefinition;
import org.springframework.beans.factory.config.BeanFactoryPostProcessor;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.beans.factory.support.AbstractBeanDefinition;
import org.springframework.beans.factory.support.AutowireCandidateQualifier;

/**
 * Makes way for the guarded store, which is {@code @Primary}: the stores that the application or an auto-configuration has
 * defined give that up, and the one of them that is to be guarded can be injected as {@link UnguardedStore}. That is the only one,
 * or the one that was {@code @Primary}; if there is none such, all of them are marked, and the guarded store says so.
 */
final class UnguardedStores implements BeanFactoryPostProcessor {

    /** The bean that this makes way for. */
    static final String GUARDED = "idempotencyGuardedStore";

    @Override
    public void postProcessBeanFactory(ConfigurableListableBeanFactory beans) {
        List<AbstractBeanDefinition> stores = Arrays.stream(
                        beans.getBeanNamesForType(IdempotencyStore.class, true, false))
                .filter(name -> !name.equals(GUARDED) && beans.containsBeanDefinition(name))
                .map(beans::getBeanDefinition)
                .filter(AbstractBeanDefinition.class::isInstance)
                .map(AbstractBeanDefinition.class::cast)
                .toList();
        List<AbstractBeanDefinition> primary =
                stores.stream().filter(BeanDefinition::isPrimary).toList();
        (primary.isEmpty() ? stores : primary)
                .forEach(store -> store.addQualifier(new AutowireCandidateQualifier(UnguardedStore.class)));
        stores.forEach(store -> store.setPrimary(false));
    }
}
