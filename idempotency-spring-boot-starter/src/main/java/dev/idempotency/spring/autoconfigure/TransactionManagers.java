package dev.idempotency.spring.autoconfigure;

import dev.idempotency.spring.IdempotencyConfigurationException;
import dev.idempotency.spring.endpoint.ProtectedEndpoint;
import dev.idempotency.spring.internal.transaction.DeclaredTransactions;
import dev.idempotency.spring.internal.transaction.EndpointTransactions;
import java.util.Optional;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.beans.factory.NoSuchBeanDefinitionException;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.annotation.BeanFactoryAnnotationUtils;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.TransactionManager;
import org.springframework.transaction.interceptor.TransactionAttribute;
import org.springframework.transaction.interceptor.TransactionInterceptor;
import org.springframework.util.StringUtils;
import org.springframework.web.method.HandlerMethod;

/**
 * Finds the transaction manager of an endpoint in mode TRANSACTIONAL: the one that it names, or that {@code @Transactional} on its
 * handler names, or the only one. Where the handler has {@code @Transactional}, both must be the same.
 */
record TransactionManagers(ListableBeanFactory beans, EndpointTransactions transactions) {

    /** Throws, and says what to do, if there is none. */
    PlatformTransactionManager of(ProtectedEndpoint endpoint) {
        TransactionAttribute said = transactions.saidOn(endpoint);
        String saidName = said == null ? "" : nameOn(said, endpoint);
        String name = endpoint.transactionManager();
        PlatformTransactionManager chosen = name.isEmpty() && saidName.isEmpty()
                ? only(asker(endpoint))
                : named(name.isEmpty() ? saidName : name, asker(endpoint));
        if (said != null) {
            requireSame(chosen, saidName.isEmpty() ? usual() : Optional.of(named(saidName, asker(endpoint))), endpoint);
        }
        return chosen;
    }

    /** The one of this name; if it is empty, the only one. Throws as for an endpoint. */
    PlatformTransactionManager of(String name, String asker) {
        return name.isEmpty() ? only(asker) : named(name, asker);
    }

    /** How messages name an endpoint. */
    static String asker(ProtectedEndpoint endpoint) {
        return "The endpoint '" + endpoint.operation() + "'";
    }

    /**
     * The name that Spring uses for {@code @Transactional}: that of the annotation, or a qualifier on the class.
     * Empty if there is neither.
     */
    private static String nameOn(TransactionAttribute said, ProtectedEndpoint endpoint) {
        HandlerMethod handler = endpoint.handler();
        String name = said.getQualifier();
        if (!StringUtils.hasText(name) && handler != null) {
            name = BeanFactoryAnnotationUtils.getQualifierValue(DeclaredTransactions.typeOf(handler));
        }
        return StringUtils.hasText(name) ? name : "";
    }

    /** The one that Spring uses if none is named; empty if that is not known, or not used. */
    private Optional<TransactionManager> usual() {
        TransactionInterceptor interceptor =
                beans.getBeanProvider(TransactionInterceptor.class).getIfUnique();
        TransactionManager configured = interceptor == null ? null : interceptor.getTransactionManager();
        return Optional.ofNullable(configured)
                .or(() -> Optional.ofNullable(
                        beans.getBeanProvider(TransactionManager.class).getIfUnique()));
    }

    private static void requireSame(
            PlatformTransactionManager chosen,
            Optional<? extends TransactionManager> said,
            ProtectedEndpoint endpoint) {
        if (said.isPresent() && said.get() != chosen) {
            throw wrong(
                    asker(endpoint),
                    "but the @Transactional on its handler means another transaction manager than the endpoint",
                    "Name the same one by @Idempotent(transactionManager = …) and @Transactional(transactionManager = …): that of"
                            + " the records' database.");
        }
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

    /** By the name of its bean, or by its qualifier. */
    private PlatformTransactionManager named(String name, String asker) {
        try {
            return BeanFactoryAnnotationUtils.qualifiedBeanOfType(beans, PlatformTransactionManager.class, name);
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
