package dev.idempotency.spring.internal.web;

import dev.idempotency.core.action.Action;
import dev.idempotency.core.fingerprint.Fingerprint;
import dev.idempotency.core.key.IdempotencyKey;
import dev.idempotency.core.record.Entity;
import dev.idempotency.core.scope.Scope;
import dev.idempotency.spring.endpoint.ProtectedEndpoint;
import dev.idempotency.spring.internal.endpoint.NameTemplate;
import dev.idempotency.spring.scope.EntityResolver;
import dev.idempotency.spring.scope.ScopeResolver;
import jakarta.servlet.http.HttpServletRequest;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;

/**
 * Names what requests are about, by what their endpoints say. Empty where a request does not name it in a form that the handler
 * takes.
 */
final class RequestNames {

    private static final String BEAN = "@";

    private final ScopeResolver scopes;
    private final Function<String, EntityResolver> beans;
    private final Map<String, NameTemplate> templates = new ConcurrentHashMap<>();

    /** @param beans finds the bean of a name */
    RequestNames(ScopeResolver scopes, Function<String, EntityResolver> beans) {
        this.scopes = scopes;
        this.beans = beans;
    }

    /** What the request works on. */
    Optional<Entity> entityOf(ProtectedEndpoint endpoint, HttpServletRequest request, byte[] body) {
        String entity = endpoint.entity();
        Optional<String> name = entity.startsWith(BEAN)
                ? beans.apply(entity.substring(BEAN.length())).entityOf(request)
                : template(endpoint, entity).nameFor(request, body);
        return name.flatMap(named -> scopes.resolveShared(request).map(scope -> new Entity(scope, named)));
    }

    /** What the request does once and for all. */
    Optional<Action> actionOf(
            ProtectedEndpoint endpoint, HttpServletRequest request, Fingerprint content, IdempotencyKey key) {
        Optional<Scope> scope = scopes.resolveShared(request);
        return template(endpoint, endpoint.action())
                .nameFor(request, new byte[0])
                .flatMap(name -> scope.map(in -> new Action(in, name, content, key)));
    }

    private NameTemplate template(ProtectedEndpoint endpoint, String template) {
        return templates.computeIfAbsent(
                endpoint.operation() + ' ' + endpoint.handler() + ' ' + template,
                name -> NameTemplate.parse(template, endpoint.route(), endpoint.handler()));
    }
}
