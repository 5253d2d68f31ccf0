package dev.idempotency.spring.internal.actuate;

import dev.idempotency.core.action.Actions;
import dev.idempotency.core.operator.IdempotencyOperations;
import dev.idempotency.core.record.RecordId;
import dev.idempotency.core.scope.Scope;
import dev.idempotency.core.store.OperatorDecision;
import dev.idempotency.core.store.RecordCensus;
import dev.idempotency.core.store.StoreException;
import dev.idempotency.spring.coverage.Coverage;
import dev.idempotency.spring.internal.spikes.ScopeSpikes;
import dev.idempotency.spring.internal.web.FilterSettings;
import java.security.Principal;
import java.time.Clock;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.actuate.endpoint.SecurityContext;
import org.springframework.boot.actuate.endpoint.annotation.ReadOperation;
import org.springframework.boot.actuate.endpoint.annotation.Selector;
import org.springframework.boot.actuate.endpoint.annotation.WriteOperation;
import org.springframework.boot.actuate.endpoint.web.WebEndpointResponse;
import org.springframework.boot.actuate.endpoint.web.annotation.WebEndpoint;
import org.springframework.context.ApplicationEventPublisher;

/**
 * What an operator sees and does. Over HTTP only, because a change needs an authenticated operator. Spring Boot does
 * not expose it unless configured to; the application's security decides who may call it.
 *
 * <p>Scope and key are parameters, not parts of the path, because they may contain anything. Bodies are never shown.
 */
@WebEndpoint(id = "idempotency")
public final class IdempotencyEndpoint {

    private static final int UNAUTHORIZED = 401;

    private final OperatorViews views;
    private final OperatorActions actions;
    private final Actions done;
    private final OperatorResponse answers;

    public IdempotencyEndpoint(
            IdempotencyOperations operations,
            Actions done,
            @Nullable RecordCensus census,
            @Nullable Coverage coverage,
            ScopeSpikes spikes,
            FilterSettings settings,
            ApplicationEventPublisher events) {
        this.views = new OperatorViews(operations, census, coverage, spikes, Clock.systemUTC());
        this.actions = new OperatorActions(operations, done, new AuditTrail(events));
        this.done = done;
        this.answers = new OperatorResponse(settings.replayHeaders(), settings.maxResponseSize());
    }

    /** How many records there are, and how much of the application is protected. */
    @ReadOperation
    public WebEndpointResponse<?> overview() {
        return answered(() -> new WebEndpointResponse<>(views.overview()));
    }

    /** One of the lists, or one record. */
    @ReadOperation
    public WebEndpointResponse<?> view(
            @Selector String view,
            @Nullable String scope,
            @Nullable String key,
            @Nullable String afterScope,
            @Nullable String afterKey,
            @Nullable String limit,
            @Nullable String name) {
        return answered(() -> switch (view) {
            case "unknown" -> new WebEndpointResponse<>(views.unknown(afterScope, afterKey, limit));
            case "dead-letters" -> new WebEndpointResponse<>(views.deadLetters(afterScope, afterKey, limit));
            case "decisions" -> new WebEndpointResponse<>(views.decisions(scope, limit));
            case "scopes" -> new WebEndpointResponse<>(views.scopes(limit));
            case "coverage" -> new WebEndpointResponse<>(views.mappings());
            case "record" ->
                views.record(scope, key)
                        .<WebEndpointResponse<?>>map(WebEndpointResponse::new)
                        .orElseGet(() -> refusal(WebEndpointResponse.STATUS_NOT_FOUND, "There is no such record."));
            case "action" -> action(OperatorParameters.scope(scope), OperatorParameters.action(name));
            default -> refusal(WebEndpointResponse.STATUS_NOT_FOUND, "There is no such view.");
        });
    }

    private WebEndpointResponse<?> action(Scope scope, String name) {
        return done.find(scope, name)
                .<WebEndpointResponse<?>>map(found -> new WebEndpointResponse<>(Views.ActionView.of(name, found)))
                .orElseGet(() -> refusal(WebEndpointResponse.STATUS_NOT_FOUND, "No such action was done."));
    }

    /**
     * Changes something.
     *
     * @param run the number of the run that the decision is about, where it is about an unknown outcome
     * @param outcome what was found out: {@code executed} or {@code not_executed}
     * @param status of the answer that retries get, with {@code headers} and {@code body}, if it was executed
     * @param name of the action that is to be forgotten
     */
    @WriteOperation
    public WebEndpointResponse<?> act(
            @Selector String action,
            SecurityContext caller,
            @Nullable String why,
            @Nullable String scope,
            @Nullable String key,
            @Nullable String run,
            @Nullable String outcome,
            @Nullable String status,
            @Nullable String headers,
            @Nullable String body,
            @Nullable String name) {
        Principal operator = caller.getPrincipal();
        if (operator == null) {
            return refusal(UNAUTHORIZED, "An operator who changes something must be authenticated.");
        }
        return answered(() -> switch (action) {
            case "resolve" -> {
                RecordId id = OperatorParameters.record(scope, key);
                long about = OperatorParameters.run(run);
                yield switch (OperatorParameters.required(outcome, "outcome")) {
                    case "executed" ->
                        actions.resolveExecuted(id, about, answers.of(status, headers, body), decision(operator, why))
                                .response();
                    case "not_executed" ->
                        actions.resolveNotExecuted(id, about, decision(operator, why))
                                .response();
                    default -> throw new BadRequestException("outcome is 'executed' or 'not_executed'");
                };
            }
            case "requeue" ->
                actions.requeue(
                                OperatorParameters.record(scope, key),
                                OperatorParameters.run(run),
                                decision(operator, why))
                        .response();
            case "evict" ->
                actions.evict(OperatorParameters.record(scope, key), decision(operator, why))
                        .response();
            case "purge" ->
                actions.purge(OperatorParameters.scope(scope), decision(operator, why))
                        .response();
            case "forget" ->
                actions.forget(
                                OperatorParameters.scope(scope),
                                OperatorParameters.action(name),
                                decision(operator, why))
                        .response();
            default -> refusal(WebEndpointResponse.STATUS_NOT_FOUND, "There is no such action.");
        });
    }

    /** The reason ends up in a table, in audit events and perhaps in a log: it is one line. */
    private static OperatorDecision decision(Principal operator, @Nullable String why) {
        String reason = OperatorParameters.required(why, "why");
        if (reason.chars().anyMatch(Character::isISOControl)) {
            throw new BadRequestException("why is one line without control characters");
        }
        return OperatorParameters.parsed(
                reason,
                "why has at most 255 characters, and so has the name of who decides",
                text -> new OperatorDecision(operator.getName(), text));
    }

    private static WebEndpointResponse<?> answered(Supplier<WebEndpointResponse<?>> work) {
        try {
            return work.get();
        } catch (BadRequestException e) {
            return refusal(WebEndpointResponse.STATUS_BAD_REQUEST, String.valueOf(e.getMessage()));
        } catch (StoreException e) {
            return refusal(
                    WebEndpointResponse.STATUS_SERVICE_UNAVAILABLE,
                    "The store could not be reached, cannot read this record, or did not say what became of it."
                            + " Look before you try again.");
        }
    }

    private static WebEndpointResponse<?> refusal(int status, String message) {
        return new WebEndpointResponse<>(new Views.Refusal(message), status);
    }
}
