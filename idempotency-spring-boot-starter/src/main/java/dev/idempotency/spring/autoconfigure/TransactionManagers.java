package dev.idempotency.spring.autoconfigure;

import dev.idempotency.spring.IdempotencyConfigurationException;
import dev.idempotency.spring.endpoint.Endpoint;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.beans.factory.NoSuchBeanDefinitionException;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.transaction.PlatformTransactionManager;

/** Finds the transaction manager of an endpoint in mode TRANSACTIONAL: the one that it names, or the only one. */
record TransactionManagers(ListableBeanFactory beans) {

    /** Throws, with what to do about it, where there is none. */
    PlatformTransactionManager of(Endpoint endpoint) {
        String name = endpoint.transactionManager();
        return name.isEmpty() ? only(endpoint) : named(name, endpoint);
    }

    private PlatformTransactionManager only(Endpoint endpoint) {
        ObjectProvider<PlatformTransactionManager> all = beans.getBeanProvider(PlatformTransactionManager.class);
        PlatformTransactionManager only = all.getIfUnique();
        if (only != null) {
            return only;
        }
        if (all.stream().findAny().isEmpty()) {
            throw wrong(
                    endpoint,
                    "but there is no transaction manager",
                    "Add spring-boot-starter-jdbc or a starter for JPA, or use mode LEASE.");
        }
        throw wrong(
                endpoint,
                "and there are several transaction managers",
                "Name the one of the records' database by @Idempotent(transactionManager = …), or mark it as @Primary."
                        + " There are these: " + names() + ".");
    }

    private PlatformTransactionManager named(String name, Endpoint endpoint) {
        try {
            return beans.getBean(name, PlatformTransactionManager.class);
        } catch (NoSuchBeanDefinitionException e) {
            throw wrong(
                    endpoint,
                    "but there is no transaction manager named '" + name + "'",
                    "Name one of these: " + names() + ".");
        }
    }

    private String names() {
        return String.join(", ", beans.getBeanNamesForType(PlatformTransactionManager.class));
    }

    static IdempotencyConfigurationException wrong(Endpoint endpoint, String what, String action) {
        return new IdempotencyConfigurationException(
                "The endpoint '%s' is to run in mode TRANSACTIONAL, %s.".formatted(endpoint.operation(), what), action);
    }
}
