package dev.idempotency.spring.autoconfigure;

import dev.idempotency.core.downstream.DownstreamKeys;
import dev.idempotency.core.engine.Run;
import dev.idempotency.core.store.OnLapsedLease;
import dev.idempotency.spring.IdempotencyConfigurationException;
import dev.idempotency.spring.Mode;
import dev.idempotency.spring.endpoint.ProtectedEndpoint;
import dev.idempotency.spring.internal.phase.EndpointPhases;
import dev.idempotency.spring.internal.phase.PhaseSettings;
import dev.idempotency.spring.internal.phase.PhaseTransaction;
import dev.idempotency.spring.internal.phase.RecordedPhases;
import dev.idempotency.spring.internal.transaction.DeclaredTransactions;
import dev.idempotency.spring.phase.Phases;
import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.beans.factory.NoSuchBeanDefinitionException;
import org.springframework.beans.factory.annotation.BeanFactoryAnnotationUtils;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.web.method.HandlerMethod;

/** Finds what the phases of a handler need, and the mistakes in what is declared. */
final class HandlerPhases implements EndpointPhases {

    private final ListableBeanFactory beans;
    private final DeclaredTransactions declared;
    private final TransactionDefinition definition;
    private final PhaseSettings settings;
    private final Map<String, PhaseTransaction> byManager = new ConcurrentHashMap<>();

    HandlerPhases(
            ListableBeanFactory beans,
            DeclaredTransactions declared,
            TransactionDefinition definition,
            PhaseSettings settings) {
        this.beans = beans;
        this.declared = declared;
        this.definition = definition;
        this.settings = settings;
    }

    @Override
    public RecordedPhases of(ProtectedEndpoint endpoint, Run run, DownstreamKeys keys) {
        return new RecordedPhases(
                endpoint.phases(), run.steps(), keys, transaction(endpoint.transactionManager(), endpoint), settings);
    }

    /** Phases in the transactions of the only manager, for a request without a key. */
    PhaseTransaction unrecorded() {
        return transaction("", null);
    }

    @Override
    public void check(ProtectedEndpoint endpoint) {
        HandlerMethod handler = endpoint.handler();
        boolean takesPhases = handler != null
                && Arrays.stream(handler.getMethodParameters())
                        .anyMatch(parameter -> parameter.getParameterType() == Phases.class);
        boolean hasPhases = !endpoint.phases().isEmpty();
        require(
                takesPhases || !hasPhases,
                endpoint,
                "declares the phases " + endpoint.phases() + ", but its handler takes no Phases.",
                "Add a parameter of type Phases to the handler, or remove 'phases' from @Idempotent.");
        require(
                hasPhases || !takesPhases,
                endpoint,
                "takes Phases, but declares none.",
                "Name the phases in their order by @Idempotent(phases = {…}).");
        require(
                hasPhases || endpoint.onLapsedLease() != OnLapsedLease.RESUME,
                endpoint,
                "is to be resumed when its lease has run out, but declares no phases.",
                "Name the phases in their order by @Idempotent(phases = {…}), or choose another onLeaseExpiry.");
        if (hasPhases) {
            checkPhases(endpoint);
        }
    }

    private void checkPhases(ProtectedEndpoint endpoint) {
        require(
                endpoint.mode() == Mode.LEASE,
                endpoint,
                "has phases, but runs in mode TRANSACTIONAL, where all of the handler is one transaction.",
                "Use mode LEASE, or remove the phases.");
        require(
                endpoint.onLapsedLease() != OnLapsedLease.TAKE_OVER,
                endpoint,
                "has phases, but is to be taken over when its lease has run out.",
                "Choose onLeaseExpiry = RESUME, which goes on after the last finished phase, or UNKNOWN.");
        HandlerMethod handler = endpoint.handler();
        require(
                handler == null || declared.of(handler) == null,
                endpoint,
                "has phases, but its handler is @Transactional: none of its phases could be committed before the rest.",
                "Remove @Transactional from the handler; each local phase has a transaction of its own.");
        transaction(endpoint.transactionManager(), endpoint);
    }

    private static void require(boolean holds, ProtectedEndpoint endpoint, String what, String action) {
        if (!holds) {
            throw new IdempotencyConfigurationException(TransactionManagers.asker(endpoint) + ' ' + what, action);
        }
    }

    private PhaseTransaction transaction(String manager, @Nullable ProtectedEndpoint endpoint) {
        PhaseTransaction known = byManager.get(manager);
        if (known == null) {
            known = new PhaseTransaction(manager(manager, endpoint), definition);
            byManager.put(manager, known);
        }
        return known;
    }

    /** Null where there is none at all. */
    private @Nullable PlatformTransactionManager manager(String name, @Nullable ProtectedEndpoint endpoint) {
        String asker = endpoint == null ? "A request without a key" : TransactionManagers.asker(endpoint);
        String[] all = beans.getBeanNamesForType(PlatformTransactionManager.class);
        if (!name.isEmpty()) {
            try {
                return BeanFactoryAnnotationUtils.qualifiedBeanOfType(beans, PlatformTransactionManager.class, name);
            } catch (NoSuchBeanDefinitionException e) {
                throw new IdempotencyConfigurationException(
                        asker + " has phases, but there is no transaction manager named '" + name + "'.",
                        "Name one of these: " + String.join(", ", all) + ".");
            }
        }
        PlatformTransactionManager only =
                beans.getBeanProvider(PlatformTransactionManager.class).getIfUnique();
        if (only == null && all.length > 0) {
            throw new IdempotencyConfigurationException(
                    asker + " has phases, and there are several transaction managers.",
                    "Name the one of the records' database by @Idempotent(transactionManager = …), or mark it as @Primary."
                            + " There are these: " + String.join(", ", all) + ".");
        }
        return only;
    }
}
