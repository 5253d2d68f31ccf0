package dev.idempotency.spring.internal.transaction;

import dev.idempotency.spring.internal.web.RollbackRules;
import jakarta.servlet.ServletException;
import java.lang.reflect.UndeclaredThrowableException;
import org.jspecify.annotations.Nullable;
import org.springframework.aop.support.AopUtils;
import org.springframework.transaction.interceptor.TransactionAttribute;
import org.springframework.web.method.HandlerMethod;

/**
 * What {@code @Transactional} on the handler says, on its method, class or interface; where there is none, what it would say if
 * nothing were written in its brackets. What was wrapped on the way from the handler is looked at as it was thrown.
 */
public final class SpringRollbackRules implements RollbackRules {

    private final DeclaredTransactions transactions;

    public SpringRollbackRules(DeclaredTransactions transactions) {
        this.transactions = transactions;
    }

    @Override
    public boolean undo(@Nullable Object handler, Throwable thrown) {
        if (handler instanceof HandlerMethod method) {
            TransactionAttribute said = transactions.of(method);
            Throwable bare = AopUtils.isAopProxy(method.getBean()) ? undeclared(thrown) : thrown;
            return (said == null ? transactions.ofSilence() : said).rollbackOn(dispatched(bare));
        }
        return transactions.ofSilence().rollbackOn(dispatched(thrown));
    }

    /** A proxy may throw no checked exception that the method does not declare. */
    private static Throwable undeclared(Throwable thrown) {
        return thrown instanceof UndeclaredThrowableException wrapped ? wrapped.getUndeclaredThrowable() : thrown;
    }

    /** The dispatcher shows an {@link Error} to exception handlers as a checked exception of its own. */
    private static Throwable dispatched(Throwable thrown) {
        return thrown.getClass() == ServletException.class
                        && thrown.getCause() instanceof Error error
                        && ("Handler dispatch failed: " + error).equals(thrown.getMessage())
                ? error
                : thrown;
    }
}
