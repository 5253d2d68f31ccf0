package dev.idempotency.spring.internal.web;

import java.lang.reflect.AccessibleObject;
import java.lang.reflect.Method;
import org.aopalliance.intercept.MethodInterceptor;
import org.aopalliance.intercept.MethodInvocation;
import org.jspecify.annotations.Nullable;
import org.springframework.aop.framework.AopProxyUtils;
import org.springframework.web.method.HandlerMethod;

/** The call of a handler that a rule is asked about, and that is not made. Its arguments are not known. */
final class ReplayedCall implements MethodInvocation {

    private final HandlerMethod handler;
    private boolean allowed;

    ReplayedCall(HandlerMethod handler) {
        this.handler = handler;
    }

    /** Whether the rule lets the call pass; throws what the rule throws. */
    boolean isAllowedBy(MethodInterceptor rule) {
        allowed = false;
        try {
            rule.invoke(this);
            return allowed;
        } catch (RuntimeException | Error thrown) {
            throw thrown;
        } catch (Throwable thrown) {
            throw new IllegalStateException("A rule of method security failed", thrown);
        }
    }

    @Override
    public @Nullable Object proceed() {
        allowed = true;
        return null;
    }

    /** Rules look at the handler itself, not at what stands around it. */
    @Override
    public Object getThis() {
        Object bean = handler.createWithResolvedBean().getBean();
        for (Object inner = AopProxyUtils.getSingletonTarget(bean);
                inner != null;
                inner = AopProxyUtils.getSingletonTarget(bean)) {
            bean = inner;
        }
        return bean;
    }

    @Override
    public Method getMethod() {
        return handler.getMethod();
    }

    @Override
    public @Nullable Object[] getArguments() {
        return new @Nullable Object[handler.getMethod().getParameterCount()];
    }

    @Override
    public AccessibleObject getStaticPart() {
        return handler.getMethod();
    }
}
