package dev.idempotency.spring.internal.web;

import dev.idempotency.core.record.RecordedAnswer;
import dev.idempotency.spring.endpoint.ProtectedEndpoint;
import dev.idempotency.spring.web.IdempotencyListener;
import dev.idempotency.spring.web.ReplayAuthorizer;
import jakarta.servlet.http.HttpServletRequest;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.aop.Pointcut;
import org.springframework.beans.factory.BeanFactoryUtils;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.core.annotation.AnnotationAwareOrderComparator;
import org.springframework.security.authorization.method.AuthorizationAdvisor;
import org.springframework.web.method.HandlerMethod;

/**
 * Asks the rules of method security that stand on a handler before its answer is given again, as the handler does not run. They are
 * the application's own interceptors, so that its expressions, role hierarchy and switches count, and what they throw is answered
 * as if the handler had been called.
 *
 * <p>A rule that needs the handler's arguments or result cannot be checked, because a replay has neither. The start-up
 * log warns about it, unless there is a {@link ReplayAuthorizer}, which may check it.
 */
public final class MethodSecurityRules implements ReplayAuthorizer, IdempotencyListener {

    private static final Logger log = LoggerFactory.getLogger(MethodSecurityRules.class);

    private final ListableBeanFactory beans;
    private final ObjectProvider<ReplayAuthorizer> authorizers;
    private final Map<Handler, List<AuthorizationAdvisor>> rules = new ConcurrentHashMap<>();

    /** @param beans are looked at when the first endpoint is known: interceptors are made early, but not by us */
    public MethodSecurityRules(ListableBeanFactory beans, ObjectProvider<ReplayAuthorizer> authorizers) {
        this.beans = beans;
        this.authorizers = authorizers;
    }

    @Override
    public void onEndpoint(ProtectedEndpoint endpoint) {
        HandlerMethod handler = endpoint.handler();
        if (handler != null) {
            rulesOf(handler);
        }
    }

    @Override
    public boolean mayReplay(HttpServletRequest request, ProtectedEndpoint endpoint, RecordedAnswer answer) {
        HandlerMethod handler = endpoint.handler();
        return handler == null
                || rulesOf(handler).stream().allMatch(rule -> new ReplayedCall(handler).isAllowedBy(rule));
    }

    private List<AuthorizationAdvisor> rulesOf(HandlerMethod handler) {
        return rules.computeIfAbsent(
                new Handler(handler.getBeanType(), handler.getMethod()), asked -> look(asked.type(), asked.method()));
    }

    private List<AuthorizationAdvisor> look(Class<?> type, Method method) {
        List<AuthorizationAdvisor> asked = new ArrayList<>();
        for (AuthorizationAdvisor rule : all()) {
            Pointcut pointcut = rule.getPointcut();
            if (pointcut.getClassFilter().matches(type)
                    && pointcut.getMethodMatcher().matches(method, type)) {
                RuleKind kind = RuleKind.of(rule, type, method);
                if (kind.isAskedOn(type, method)) {
                    asked.add(rule);
                } else if (kind != RuleKind.PRE_FILTER) {
                    tell(type, method, kind);
                }
            }
        }
        return List.copyOf(asked);
    }

    /** An advisor may be known by two names. */
    private List<AuthorizationAdvisor> all() {
        List<AuthorizationAdvisor> all = new ArrayList<>(
                new LinkedHashSet<>(BeanFactoryUtils.beansOfTypeIncludingAncestors(beans, AuthorizationAdvisor.class)
                        .values()));
        AnnotationAwareOrderComparator.sort(all);
        return all;
    }

    private void tell(Class<?> type, Method method, RuleKind kind) {
        if (authorizers.stream().allMatch(authorizer -> authorizer == this)) {
            log.warn(
                    "{} on {}#{} needs the handler's arguments or its result, which a replay does not have, so it is not"
                            + " checked before a replay. Define a ReplayAuthorizer bean that checks it",
                    kind.label(),
                    type.getSimpleName(),
                    method.getName());
        }
    }

    private record Handler(Class<?> type, Method method) {}
}
