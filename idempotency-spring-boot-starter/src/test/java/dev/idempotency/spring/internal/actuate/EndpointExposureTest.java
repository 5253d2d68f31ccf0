package dev.idempotency.spring.internal.actuate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.idempotency.core.action.Action;
import dev.idempotency.core.action.Actions;
import dev.idempotency.core.atrest.StoredKeyMapper;
import dev.idempotency.core.fingerprint.Fingerprint;
import dev.idempotency.core.key.IdempotencyKey;
import dev.idempotency.core.record.RecordId;
import dev.idempotency.core.scope.Scope;
import dev.idempotency.core.store.GrantedRun;
import dev.idempotency.core.store.IdempotencyStore;
import dev.idempotency.core.store.OnLapsedLease;
import dev.idempotency.core.store.Reservation;
import dev.idempotency.core.store.ReservationRequest;
import dev.idempotency.core.store.StoreException;
import dev.idempotency.core.store.StoreInterceptor;
import dev.idempotency.core.store.StoreOperation;
import dev.idempotency.spring.autoconfigure.IdempotencyAutoConfiguration;
import dev.idempotency.spring.autoconfigure.IdempotencyCoverageAutoConfiguration;
import dev.idempotency.spring.autoconfigure.IdempotencyEndpointAutoConfiguration;
import dev.idempotency.spring.autoconfigure.IdempotencyEngineAutoConfiguration;
import dev.idempotency.spring.autoconfigure.IdempotencyGuardAutoConfiguration;
import dev.idempotency.spring.autoconfigure.IdempotencyHandlersAutoConfiguration;
import dev.idempotency.spring.autoconfigure.IdempotencyProtectionAutoConfiguration;
import dev.idempotency.spring.autoconfigure.IdempotencyTransactionAutoConfiguration;
import dev.idempotency.spring.autoconfigure.IdempotencyUpkeepAutoConfiguration;
import dev.idempotency.spring.autoconfigure.IdempotencyWebMvcAutoConfiguration;
import dev.idempotency.spring.internal.spikes.ScopeSpikes;
import java.security.Principal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.springframework.boot.actuate.audit.AuditEvent;
import org.springframework.boot.actuate.audit.listener.AuditApplicationEvent;
import org.springframework.boot.actuate.endpoint.SecurityContext;
import org.springframework.boot.actuate.endpoint.web.WebEndpointResponse;
import org.springframework.boot.actuate.endpoint.web.annotation.WebEndpoint;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.WebApplicationContextRunner;
import org.springframework.boot.webmvc.autoconfigure.WebMvcAutoConfiguration;
import org.springframework.context.ApplicationListener;

class EndpointExposureTest {

    private static final SecurityContext OPERATOR = new SecurityContext() {
        @Override
        public Principal getPrincipal() {
            return () -> "operator";
        }

        @Override
        public boolean isUserInRole(String role) {
            return false;
        }
    };

    private final WebApplicationContextRunner application = new WebApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(
                    IdempotencyAutoConfiguration.class,
                    IdempotencyGuardAutoConfiguration.class,
                    IdempotencyEngineAutoConfiguration.class,
                    IdempotencyProtectionAutoConfiguration.class,
                    IdempotencyTransactionAutoConfiguration.class,
                    IdempotencyUpkeepAutoConfiguration.class,
                    IdempotencyHandlersAutoConfiguration.class,
                    IdempotencyWebMvcAutoConfiguration.class,
                    IdempotencyCoverageAutoConfiguration.class,
                    IdempotencyEndpointAutoConfiguration.class,
                    WebMvcAutoConfiguration.class))
            .withPropertyValues("idempotency.store=memory");

    @Test
    void nobody_sees_it_unless_it_is_exposed() {
        application.run(context -> assertThat(context).doesNotHaveBean(IdempotencyEndpoint.class));
        application
                .withPropertyValues("management.endpoints.web.exposure.include=health,info")
                .run(context -> assertThat(context).doesNotHaveBean(IdempotencyEndpoint.class));
        application
                .withPropertyValues("management.endpoints.web.exposure.include=idempotency")
                .run(context -> assertThat(context).hasSingleBean(IdempotencyEndpoint.class));
    }

    @Test
    void an_application_without_the_actuator_does_without() {
        application
                .withClassLoader(new FilteredClassLoader(WebEndpoint.class))
                .withPropertyValues("management.endpoints.web.exposure.include=idempotency")
                .run(context -> assertThat(context)
                        .hasNotFailed()
                        .doesNotHaveBean(IdempotencyEndpoint.class)
                        .doesNotHaveBean(ScopeSpikes.class));
    }

    @Test
    void callers_are_counted_only_where_an_operator_can_see_them() {
        application.run(context -> assertThat(context).doesNotHaveBean(ScopeSpikes.class));
        application
                .withPropertyValues("management.endpoints.web.exposure.include=idempotency")
                .run(context -> {
                    context.getBean(ScopeSpikes.class).onAnswered(null, Scope.of("alice"), new Reservation.Reused());

                    assertThat(context.getBean(IdempotencyEndpoint.class)
                                    .view("scopes", null, null, null, null, null, null)
                                    .getBody())
                            .asString()
                            .contains("mismatches=[Spike[scope=alice,");
                });
    }

    @Test
    void nobody_who_is_not_known_changes_anything() {
        application
                .withPropertyValues("management.endpoints.web.exposure.include=idempotency")
                .run(context -> assertThat(context.getBean(IdempotencyEndpoint.class)
                                .act(
                                        "purge",
                                        SecurityContext.NONE,
                                        "why",
                                        "s",
                                        null,
                                        null,
                                        null,
                                        null,
                                        null,
                                        null,
                                        null)
                                .getStatus())
                        .isEqualTo(401));
    }

    @Test
    void what_was_done_once_is_shown_and_forgotten_by_a_decision_that_is_audited() {
        application
                .withPropertyValues("management.endpoints.web.exposure.include=idempotency")
                .withUserConfiguration(Audited.class)
                .run(context -> {
                    Action refund = Action.of(Scope.of("alice"), "refund:1");
                    context.getBean(Actions.class).once(refund, () -> "R-1", text -> text);
                    IdempotencyEndpoint endpoint = context.getBean(IdempotencyEndpoint.class);

                    assertThat(endpoint.view("action", "alice", null, null, null, null, "refund:1")
                                    .getBody())
                            .asString()
                            .contains("name=refund:1, reference=R-1");
                    assertThat(forget(endpoint, null).getStatus()).isEqualTo(400);
                    assertThat(forget(endpoint, "refund:2").getStatus()).isEqualTo(404);
                    assertThat(forget(endpoint, "refund:1").getStatus()).isEqualTo(200);

                    assertThat(endpoint.view("action", "alice", null, null, null, null, "refund:1")
                                    .getStatus())
                            .isEqualTo(404);
                    assertThat(endpoint.view("decisions", "alice", null, null, null, null, null)
                                    .getBody())
                            .asString()
                            .contains("subject=refund:1, action=forgotten");
                    assertThat(context.getBean(Audited.class).events)
                            .extracting(
                                    AuditEvent::getType,
                                    event -> event.getData().get("outcome"))
                            .containsExactly(
                                    tuple("IDEMPOTENCY_FORGET", "absent"), tuple("IDEMPOTENCY_FORGET", "forgotten"));
                });
    }

    private static WebEndpointResponse<?> forget(IdempotencyEndpoint endpoint, String name) {
        return endpoint.act("forget", OPERATOR, "why", "alice", null, null, null, null, null, null, name);
    }

    @Test
    void with_hashed_keys_a_record_is_named_as_the_client_did_or_as_it_is_listed() {
        application
                .withPropertyValues(
                        "management.endpoints.web.exposure.include=idempotency",
                        "idempotency.protection.hash-keys=true",
                        "idempotency.protection.hash-secret=HxwdHhkYFxYVFBMSERAPDg0MCwoJCAcGBQQDAgEAAAA=")
                .run(context -> {
                    RecordId asSent = new RecordId(Scope.of("alice"), new IdempotencyKey("as sent"));
                    GrantedRun run = unknown(
                            context.getBean(IdempotencyStore.class),
                            context.getBean(StoredKeyMapper.class).nameOf(asSent));
                    String listed = run.lease().id().key().value();
                    IdempotencyEndpoint endpoint = context.getBean(IdempotencyEndpoint.class);

                    assertThat(endpoint.view("unknown", null, null, null, null, null, null)
                                    .getBody())
                            .asString()
                            .contains("key=" + listed)
                            .doesNotContain("as sent");
                    for (String key : List.of("as sent", listed)) {
                        assertThat(endpoint.view("record", "alice", key, null, null, null, null)
                                        .getBody())
                                .asString()
                                .contains("key=" + listed, "state=unknown");
                        assertThat(requeue(endpoint, key, run).getStatus()).isEqualTo(200);
                    }
                    assertThat(requeue(endpoint, "another", run).getStatus()).isEqualTo(409);
                });
    }

    @Test
    void what_the_store_does_not_answer_is_told_and_audited_as_failed() {
        application
                .withPropertyValues("management.endpoints.web.exposure.include=idempotency")
                .withBean(Away.class)
                .withBean(Audited.class)
                .run(context -> {
                    IdempotencyEndpoint endpoint = context.getBean(IdempotencyEndpoint.class);

                    assertThat(endpoint.act("evict", OPERATOR, "why", "alice", "k", null, null, null, null, null, null)
                                    .getStatus())
                            .isEqualTo(503);
                    assertThat(endpoint.view("record", "alice", "k", null, null, null, null)
                                    .getStatus())
                            .isEqualTo(503);
                    assertThat(context.getBean(Audited.class).events)
                            .singleElement()
                            .satisfies(event -> assertThat(event.getData()).containsEntry("outcome", "failed"));
                });
    }

    @Test
    void records_in_memory_are_counted_too() {
        application
                .withPropertyValues("management.endpoints.web.exposure.include=idempotency")
                .run(context -> assertThat(context.getBean(IdempotencyEndpoint.class)
                                .overview()
                                .getBody())
                        .asString()
                        .contains("in_progress=0", "estimated=false"));
    }

    private static GrantedRun unknown(IdempotencyStore store, RecordId id) {
        Reservation reservation = store.reserve(new ReservationRequest(
                id,
                "POST /orders",
                Fingerprint.of(1, new byte[Fingerprint.LENGTH - 1]),
                "owner",
                Duration.ofMinutes(1),
                Duration.ofHours(1),
                OnLapsedLease.UNKNOWN));
        GrantedRun run = ((Reservation.Granted) reservation).run();
        run.markUnknown("timeout");
        return run;
    }

    private static WebEndpointResponse<?> requeue(IdempotencyEndpoint endpoint, String key, GrantedRun run) {
        return endpoint.act(
                "requeue",
                OPERATOR,
                "why",
                "alice",
                key,
                String.valueOf(run.lease().token()),
                null,
                null,
                null,
                null,
                null);
    }

    private static final class Away implements StoreInterceptor {

        @Override
        public <T> T around(StoreOperation operation, Supplier<T> call) {
            throw new StoreException.NotApplied("away");
        }
    }

    private static final class Audited implements ApplicationListener<AuditApplicationEvent> {

        private final List<AuditEvent> events = new ArrayList<>();

        @Override
        public void onApplicationEvent(AuditApplicationEvent event) {
            events.add(event.getAuditEvent());
        }
    }
}
