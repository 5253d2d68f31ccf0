package dev.idempotency.spring.internal.transaction;

import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import org.jspecify.annotations.Nullable;
import org.springframework.aop.support.AopUtils;
import org.springframework.context.EmbeddedValueResolverAware;
import org.springframework.transaction.annotation.AnnotationTransactionAttributeSource;
import org.springframework.transaction.annotation.Transactional;
import org.springframework.transaction.interceptor.DefaultTransactionAttribute;
import org.springframework.transaction.interceptor.TransactionAttribute;
import org.springframework.transaction.interceptor.TransactionAttributeSource;
import org.springframework.util.StringValueResolver;
import org.springframework.web.method.HandlerMethod;

/** What {@code @Transactional} says about handlers, wherever Spring looks for it. */
public final class DeclaredTransactions implements EmbeddedValueResolverAware {

    private final TransactionAttributeSource source;
    private final TransactionAttribute ofSilence;

    /** @param source null where the application has none of its own */
    public DeclaredTransactions(@Nullable TransactionAttributeSource source) {
        this.source = source == null ? new AnnotationTransactionAttributeSource(false) : source;
        TransactionAttribute bare = this.source.getTransactionAttribute(run(), Bare.class);
        this.ofSilence = bare == null ? new DefaultTransactionAttribute() : bare;
    }

    /** For placeholders in annotations. */
    @Override
    public void setEmbeddedValueResolver(StringValueResolver resolver) {
        if (source instanceof EmbeddedValueResolverAware resolving) {
            resolving.setEmbeddedValueResolver(resolver);
        }
    }

    /** Null where there is none. */
    public @Nullable TransactionAttribute of(HandlerMethod handler) {
        return source.getTransactionAttribute(handler.getMethod(), typeOf(handler));
    }

    /** The class that was written, also where a proxy of its interfaces stands for it. */
    public static Class<?> typeOf(HandlerMethod handler) {
        return Proxy.isProxyClass(handler.getBeanType())
                ? AopUtils.getTargetClass(handler.createWithResolvedBean().getBean())
                : handler.getBeanType();
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
