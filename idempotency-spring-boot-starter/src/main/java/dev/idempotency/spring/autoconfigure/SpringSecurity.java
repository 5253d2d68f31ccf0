package dev.idempotency.spring.autoconfigure;

import org.springframework.beans.factory.BeanFactory;

/** Spring Security, if the application has it. */
final class SpringSecurity {

    /** The bean that all requests pass. */
    static final String FILTER = "springSecurityFilterChain";

    private SpringSecurity() {}

    /** Whether it looks at requests; on the class path alone, it does not. */
    static boolean isActive(BeanFactory beans) {
        return beans.containsBean(FILTER);
    }
}
