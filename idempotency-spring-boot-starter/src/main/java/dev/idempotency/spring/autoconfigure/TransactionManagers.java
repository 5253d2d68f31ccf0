package dev.idempotency.spring.autoconfigure;

import dev.idempotency.spring.IdempotencyConfigurationException;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.beans.factory.NoSuchBeanDefinitionException;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.transaction.PlatformTransactionManager;

/** Finds the transaction manager for mode TRANSACTIONAL: the one that is named, or the only one. */
record TransactionManagers(ListableBeanFactory beans) {

    /**
     * Throws, with what to do about it, where there is none.
     *
     * @param name empty for the only one
     * @param asker who needs it, for the message
     */
    PlatformTransactionManager named(String name, String asker) {
        return name.isEmpty() ? only(asker) : existing(name, asker);
    }

    private PlatformTransactionManager only(String asker) {
        ObjectProvider<PlatformTransactionManager> all = beans.getBeanProvider(PlatformTransactionManager.class);
        PlatformTransactionManager only = all.getIfUnique();
        if (only != null) {
            return only;
        }
        if (all.stream().findAny().isEmpty()) {
            throw wrong(
                    asker,
                    "but there is no transaction manager",
                    "Add spring-boot-starter-jdbc or a starter for JPA, or use mode LEASE.");
        }
        throw wrong(
                asker,
                "and there are several transaction managers",
                "Name the one of the records' database by @Idempotent(transactionManager = …), or mark it as @Primary."
                        + " There are these: " + names() + ".");
    }

    private PlatformTransactionManager existing(String name, String asker) {
        try {
            return beans.getBean(name, PlatformTransactionManager.class);
        } catch (NoSuchBeanDefinitionException e) {
            throw wrong(
                    asker,
                    "but there is no transaction manager named '" + name + "'",
                    "Name one of these: " + names() + ".");
        }
    }

    private String names() {
        return String.join(", ", beans.getBeanNamesForType(PlatformTransactionManager.class));
    }

    static IdempotencyConfigurationException wrong(String asker, String what, String action) {
        return new IdempotencyConfigurationException(
                "%s is to run in mode TRANSACTIONAL, %s.".formatted(asker, what), action);
    }
}
