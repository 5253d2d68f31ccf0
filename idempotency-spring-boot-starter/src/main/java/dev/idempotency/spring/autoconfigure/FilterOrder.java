package dev.idempotency.spring.autoconfigure;

import dev.idempotency.spring.IdempotencyConfigurationException;
import dev.idempotency.spring.internal.web.IdempotencyFilter;
import java.util.List;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.boot.web.servlet.AbstractFilterRegistrationBean;
import org.springframework.boot.web.servlet.ServletContextInitializerBeans;
import org.springframework.core.env.Environment;

/**
 * The filter for keys stands behind that of Spring Security, because the record answers a retry, and only callers who
 * may send the request may get that answer. The order is computed from that of Spring Security. The order that results
 * from all registrations is checked once, before the application accepts requests.
 */
final class FilterOrder implements SmartInitializingSingleton {

    private static final String OWN = "idempotency.filter.order";
    private static final String SECURITY = "spring.security.filter.order";
    private static final int SECURITY_DEFAULT = -100;
    private static final int DISTANCE = IdempotencyFilter.DEFAULT_ORDER - SECURITY_DEFAULT;

    private final ListableBeanFactory beans;

    FilterOrder(ListableBeanFactory beans) {
        this.beans = beans;
    }

    /** The order that is set, or a little after Spring Security's. */
    static int of(IdempotencyProperties properties, Environment environment) {
        Integer set = properties.filter().order();
        if (set != null) {
            return set;
        }
        int security = environment.getProperty(SECURITY, Integer.class, SECURITY_DEFAULT);
        return (int) Math.min((long) security + DISTANCE, Integer.MAX_VALUE);
    }

    @Override
    public void afterSingletonsInstantiated() {
        if (!SpringSecurity.isActive(beans)) {
            return;
        }
        List<? extends AbstractFilterRegistrationBean<?>> filters = registered();
        for (AbstractFilterRegistrationBean<?> own : filters) {
            for (AbstractFilterRegistrationBean<?> security : filters) {
                if (own.getFilter() instanceof IdempotencyFilter
                        && isSecurity(security)
                        && own.getOrder() <= security.getOrder()) {
                    throw refused(own.getOrder(), security.getOrder());
                }
            }
        }
    }

    /** As the container gets them; also those that are plain beans. */
    private List<? extends AbstractFilterRegistrationBean<?>> registered() {
        return new ServletContextInitializerBeans(beans)
                .stream()
                        .filter(AbstractFilterRegistrationBean.class::isInstance)
                        .map(registration -> (AbstractFilterRegistrationBean<?>) registration)
                        .filter(AbstractFilterRegistrationBean::isEnabled)
                        .toList();
    }

    private boolean isSecurity(AbstractFilterRegistrationBean<?> registration) {
        return SpringSecurity.FILTER.equals(registration.getFilterName())
                || beans.getBean(SpringSecurity.FILTER) == registration.getFilter();
    }

    private static IdempotencyConfigurationException refused(int own, int security) {
        return new IdempotencyConfigurationException(
                "The filter for idempotency keys (%s, %d) is not behind Spring Security's (%s, %d), so that a retry without any credentials would be given the first caller's answer."
                        .formatted(OWN, own, SECURITY, security),
                "Remove '%s', which then follows '%s', or set it to more than %d.".formatted(OWN, SECURITY, security));
    }
}
