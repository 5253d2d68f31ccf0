package dev.idempotency.spring.transaction;

import java.lang.reflect.Method;
import org.jspecify.annotations.Nullable;
import org.springframework.transaction.annotation.AnnotationTransactionAttributeSource;
import org.springframework.transaction.annotation.Transactional;
import org.springframework.transaction.interceptor.DefaultTransactionAttribute;
import org.springframework.transaction.interceptor.TransactionAttribute;
import org.springframework.transaction.interceptor.TransactionAttributeSource;

/** What {@code @Transactional} says about handlers, wherever Spring looks for it. */
public final class HandlerTransactions {

    private final TransactionAttributeSource source;
    private final TransactionAttribute ofSilence;

    /** @param source null where the application has none of its own */
    public HandlerTransactions(@Nullable TransactionAttributeSource source) {
        this.source = source == null ? new AnnotationTransactionAttributeSource(false) : source;
        TransactionAttribute bare = this.source.getTransactionAttribute(run(), Bare.class);
        this.ofSilence = bare == null ? new DefaultTransactionAttribute() : bare;
    }

    /** Null where there is none. */
    @Nullable TransactionAttribute of(Method handler, Class<?> type) {
        return source.getTransactionAttribute(handler, type);
    }

    /** Of an annotation without anything in its brackets: the application may have changed what that means. */
    TransactionAttribute ofSilence() {
        return ofSilence;
    }

    private static Method run() {
        try {
            return Bare.class.getMethod("run");
        } catch (NoSuchMethodException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Only to ask about. */
    public interface Bare extends Runnable {

        @Override
        @Transactional
        void run();
    }
}
