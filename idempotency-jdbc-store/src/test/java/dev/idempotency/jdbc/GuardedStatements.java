package dev.idempotency.jdbc;

import static dev.idempotency.test.Requests.BY_HAND;
import static dev.idempotency.test.Requests.RETENTION;
import static dev.idempotency.test.Requests.response;
import static dev.idempotency.test.Requests.retry;

import dev.idempotency.core.store.IdempotencyStore.Reaping;
import dev.idempotency.core.store.Reservation;
import dev.idempotency.core.store.Resolution;
import dev.idempotency.jdbc.internal.operator.DecisionSql;
import dev.idempotency.jdbc.internal.record.MaintenanceSql;
import dev.idempotency.jdbc.internal.record.RequestSql;
import dev.idempotency.jdbc.internal.record.SqlFragments;
import dev.idempotency.jdbc.internal.transaction.TransactionSql;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Every statement that changes records, and each of its conditions. */
final class GuardedStatements {

    private static final SqlFragments FRAGMENTS = JdbcStoreSettings.defaults().fragments();
    static final RequestSql REQUEST = new RequestSql(FRAGMENTS);
    static final MaintenanceSql CARE = new MaintenanceSql(FRAGMENTS);
    static final DecisionSql DECISION = new DecisionSql(FRAGMENTS);
    static final TransactionSql TRANSACTION = new TransactionSql(FRAGMENTS);

    private static final String SETTLED = "state IN ('completed', 'failed_retryable', 'expired')";
    private static final String KEPT = "state IN ('completed', 'failed_retryable')";
    private static final String MICROS = "(extract(epoch FROM clock.now) * 1000000)::bigint";

    private static final String TOKEN = "token = token + 1";
    private static final String OWNER = "owner = 'somebody else'";
    private static final String RENEWED = "lease_until = lease_until + interval '1 hour'";
    private static final String FAILED = "state = 'failed_retryable'";
    private static final String DECIDED = "state = 'failed_retryable', reconcile_at = NULL";
    private static final String RUNNING =
            "state = 'in_progress', response_status = NULL, response_body = NULL, response_headers = NULL";
    private static final String FUTURE = "token = token + 3600000000";
    private static final Map<String, String> HELD =
            Map.of("token = ?", TOKEN, "owner = ?", OWNER, "state = 'in_progress'", FAILED);
    private static final Map<String, String> UNDECIDED = Map.of("token = ?", TOKEN, "state = 'unknown'", DECIDED);

    private GuardedStatements() {}

    static List<Guarded> ofRequests() {
        return List.of(
                new Guarded(
                        "takeOver",
                        REQUEST.takeOver,
                        Scene::failed,
                        scene -> scene.store().reserve(retry(scene.request())) instanceof Reservation.Granted,
                        Map.of(
                                "record.token = ?", TOKEN,
                                "owner = ?", OWNER,
                                "state = ?", "state = 'expired'",
                                "lease_until IS NOT DISTINCT FROM ?", RENEWED)),
                new Guarded(
                        "lapse",
                        REQUEST.lapse,
                        Scene::lapsed,
                        scene -> scene.store().reserve(retry(scene.request())) instanceof Reservation.Granted,
                        Map.of(
                                "token = ?", TOKEN,
                                "owner = ?", OWNER,
                                "state = 'in_progress'", FAILED,
                                "lease_until IS NOT DISTINCT FROM ?", RENEWED)),
                new Guarded("complete", REQUEST.complete, Scene::reserved, GuardedStatements::complete, HELD),
                new Guarded(
                        "completeAll",
                        REQUEST.completeAll,
                        Scene::reserved,
                        Scene::completedWithOthers,
                        Map.of(
                                "record.token = done.token", TOKEN,
                                "record.owner = done.owner", OWNER,
                                "state = 'in_progress'", FAILED)),
                new Guarded(
                        "fail",
                        REQUEST.fail,
                        Scene::reserved,
                        scene -> scene.endings().fail(scene.lease(), "error"),
                        HELD),
                new Guarded(
                        "markUnknown",
                        REQUEST.markUnknown,
                        Scene::reserved,
                        scene -> scene.endings().markUnknown(scene.lease(), "error"),
                        HELD),
                new Guarded(
                        "cameThrough",
                        REQUEST.cameThrough,
                        Scene::completed,
                        GuardedStatements::complete,
                        Map.of(
                                "token = ?", TOKEN,
                                "owner = ?", OWNER,
                                "state = ?", RUNNING,
                                "decided_at IS NULL", "decided_at = clock_timestamp()")));
    }

    static List<Guarded> ofCare() {
        return List.of(
                new Guarded(
                        "renew",
                        CARE.renew,
                        Scene::reserved,
                        scene -> !scene.store().renew(List.of(scene.lease())).isEmpty(),
                        Map.of(
                                "record.token = lease.token", TOKEN,
                                "record.owner = lease.owner", OWNER,
                                "state = 'in_progress'", FAILED)),
                new Guarded(
                        "sweep",
                        CARE.sweep,
                        Scene::lapsed,
                        scene -> scene.store().sweep(Duration.ofDays(1), 9) > 0,
                        Map.of(
                                "state = 'in_progress'", FAILED,
                                "NOT take_over", "take_over = true",
                                "lease_until <= (SELECT clock_timestamp())", RENEWED),
                        Map.of(
                                "lease_until >= (SELECT clock_timestamp() - ? * interval '1 microsecond')",
                                "how far back it looks")),
                new Guarded(
                        "reap",
                        CARE.reap,
                        Scene::expired,
                        scene -> scene.store().reap(Reaping.DELETE, 9) > 0,
                        Map.of(
                                SETTLED,
                                RUNNING,
                                "reap_at <= (SELECT clock_timestamp())",
                                "reap_at = reap_at + interval '1 hour'",
                                "token < (SELECT " + MICROS + " FROM (SELECT clock_timestamp() AS now) AS clock)",
                                FUTURE)),
                new Guarded(
                        "reapSoftly",
                        CARE.reapSoftly,
                        Scene::expired,
                        scene -> scene.store().reap(Reaping.EXPIRE, 9) > 0,
                        Map.of(
                                KEPT,
                                RUNNING,
                                "reap_at <= (SELECT clock_timestamp())",
                                "reap_at = reap_at + interval '1 hour'"),
                        Map.of("reap_at > '-infinity'", "passes over the expired ones in the index")));
    }

    static List<Guarded> ofDecisions() {
        return List.of(
                new Guarded(
                        "claim",
                        DECISION.claim,
                        Scene::unknown,
                        scene -> !scene.store()
                                .claimUnknown(9, Duration.ofMinutes(1))
                                .isEmpty(),
                        Map.of(
                                "reconcile_at <= (SELECT clock_timestamp())",
                                "reconcile_at = reconcile_at + interval '1 hour'",
                                "state = 'unknown'",
                                FAILED)),
                resolving(
                        "resolveCompleted",
                        DECISION.resolveCompleted,
                        new Resolution.Completed(response("done"), RETENTION)),
                resolving("resolveNotExecuted", DECISION.resolveNotExecuted, new Resolution.NotExecuted(RETENTION)),
                resolving("stillUnknown", DECISION.stillUnknown, new Resolution.StillUnknown(Optional.empty())),
                resolving("requeue", DECISION.requeue, new Resolution.Requeued()),
                new Guarded(
                        "evictByHand",
                        DECISION.evictByHand,
                        Scene::completed,
                        GuardedStatements::evict,
                        Map.of(
                                SETTLED,
                                RUNNING,
                                "expires_at > clock.now",
                                "expires_at = clock_timestamp()",
                                "token < " + MICROS,
                                FUTURE)),
                new Guarded(
                        "expireByHand",
                        DECISION.expireByHand,
                        Scene::completedInTheFuture,
                        GuardedStatements::evict,
                        Map.of(KEPT, RUNNING, "expires_at > clock.now", "expires_at = clock_timestamp()")),
                new Guarded(
                        "evictAll",
                        DECISION.evictAll,
                        Scene::completed,
                        GuardedStatements::evictAll,
                        Map.of(SETTLED, RUNNING, "token < " + MICROS, FUTURE)),
                new Guarded(
                        "expireNow",
                        DECISION.expireNow,
                        Scene::completedInTheFuture,
                        GuardedStatements::evictAll,
                        Map.of(KEPT, RUNNING, "expires_at > clock.now", "expires_at = clock_timestamp()")));
    }

    static List<Guarded> ofTransactions() {
        return List.of(
                new Guarded(
                        "replaceByCompleted",
                        TRANSACTION.replaceByCompleted,
                        Scene::failed,
                        Scene::replaced,
                        Map.of("token = ?", TOKEN, "owner = ?", OWNER, "state = ?", "state = 'expired'")),
                new Guarded(
                        "replaceInsteadOfWork",
                        TRANSACTION.replaceInsteadOfWork,
                        Scene::failed,
                        Scene::replacedInsteadOfWork,
                        Map.of("token = ?", TOKEN, "owner = ?", OWNER, "state = ?", "state = 'expired'")),
                new Guarded(
                        "supplement",
                        TRANSACTION.supplement,
                        Scene::completedWithoutBody,
                        scene -> scene.supplements().supplement(scene.lease(), response("done")),
                        Map.of(
                                "token = ?",
                                TOKEN,
                                "owner = ?",
                                OWNER,
                                "state = 'completed'",
                                "state = 'failed_retryable', response_status = NULL",
                                "response_body IS NULL",
                                "response_body = 'another'")));
    }

    private static Guarded resolving(String name, String sql, Resolution resolution) {
        return new Guarded(
                name,
                sql,
                Scene::unknown,
                scene -> scene.store()
                        .resolve(scene.request().id(), scene.lease().token(), resolution, Optional.empty()),
                UNDECIDED);
    }

    private static boolean complete(Scene scene) {
        return scene.endings().complete(scene.lease(), response("done"));
    }

    private static boolean evict(Scene scene) {
        scene.store().evict(scene.request().id(), BY_HAND);
        return true;
    }

    private static boolean evictAll(Scene scene) {
        return scene.store().evictAll(scene.request().id().scope(), BY_HAND) > 0;
    }
}
