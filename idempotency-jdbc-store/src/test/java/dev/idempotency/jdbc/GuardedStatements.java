package dev.idempotency.jdbc;

import static dev.idempotency.test.Requests.BY_HAND;
import static dev.idempotency.test.Requests.RETENTION;
import static dev.idempotency.test.Requests.response;
import static dev.idempotency.test.Requests.retry;

import dev.idempotency.core.store.IdempotencyStore.Reaping;
import dev.idempotency.core.store.OperatorDecision;
import dev.idempotency.core.store.Reservation;
import dev.idempotency.core.store.Resolution;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** Every statement that changes records, and for each of its conditions a change of the record that breaks it. */
final class GuardedStatements {

    private static final String TOKEN = "token = token + 1";
    private static final String OWNER = "owner = 'another attempt'";
    private static final String RENEWED = "lease_until = lease_until + interval '1 hour'";
    private static final String FAILED = "state = 'failed_retryable'";
    private static final String EXPIRED = "state = 'expired'";
    private static final String RUNNING =
            "state = 'in_progress', response_status = NULL, response_body = NULL, response_headers = NULL";
    private static final String FUTURE = "token = token + 3600000000";
    private static final String OVER = "expires_at = clock_timestamp()";
    private static final String REAPED_LATER = "reap_at = reap_at + interval '1 hour'";

    private static final Map<String, String> HELD = Map.of("token", TOKEN, "owner", OWNER, "state", FAILED);
    private static final Map<String, String> UNDECIDED =
            Map.of("token", TOKEN, "state", "state = 'failed_retryable', reconcile_at = NULL");
    private static final Map<String, String> FORMER = Map.of("token", TOKEN, "owner", OWNER, "state", EXPIRED);

    private static final Map<String, String> STEPS = Map.of(
            "key", "a step is still to be done", "due_at", "of the step", "generation <=", "which steps end with it");
    private static final Map<String, String> FORGOTTEN = Map.of("generation <=", "which steps end with it");

    private GuardedStatements() {}

    static List<Guarded> all() {
        return Stream.of(
                        ofReservations(),
                        ofEndings(),
                        ofMaintenance(),
                        ofResolutions(),
                        ofEvictions(),
                        ofTransactions())
                .flatMap(List::stream)
                .toList();
    }

    private static List<Guarded> ofReservations() {
        return List.of(
                new Guarded(
                        "LeasedRecordTable.takeOver",
                        Scene::failed,
                        scene -> scene.store().reserve(retry(scene.request())) instanceof Reservation.Granted,
                        Map.of("token", TOKEN, "owner", OWNER, "state", EXPIRED, "lease_until", RENEWED)),
                new Guarded(
                        "LeasedRecordTable.takeOverWithEntity",
                        Scene::failedOnEntity,
                        scene -> scene.store().reserve(retry(scene.onEntity())) instanceof Reservation.Granted,
                        Map.of("token", TOKEN, "owner", OWNER, "state", EXPIRED, "lease_until", RENEWED),
                        Map.of(
                                "pg_try_advisory_xact_lock",
                                "keeps out what runs in a transaction, see EntitiesInBothModesTest")),
                new Guarded(
                        "LeasedRecordTable.abandon",
                        Scene::lapsedOnEntity,
                        scene -> scene.abandoned(),
                        Map.of(
                                "token", TOKEN,
                                "owner", OWNER,
                                "state", FAILED,
                                "take_over", "take_over = false",
                                "lease_until", RENEWED)),
                new Guarded(
                        "LeasedRecordTable.lapse",
                        Scene::lapsed,
                        scene -> scene.store().reserve(retry(scene.request())) instanceof Reservation.Granted,
                        Map.of("token", TOKEN, "owner", OWNER, "state", FAILED, "lease_until", RENEWED)),
                new Guarded(
                        "LeaseRenewal.renew",
                        Scene::reserved,
                        scene -> !scene.store().renew(List.of(scene.lease())).isEmpty(),
                        HELD));
    }

    private static List<Guarded> ofEndings() {
        return List.of(
                new Guarded("RecordWrites.complete", Scene::reserved, GuardedStatements::complete, HELD),
                new Guarded("RecordWrites.batch.completeAll", Scene::reserved, Scene::completedWithOthers, HELD),
                new Guarded(
                        "RunCompletion.fail",
                        Scene::reserved,
                        scene -> scene.endings().fail(scene.lease(), "error"),
                        HELD),
                new Guarded(
                        "RunCompletion.markUnknown",
                        Scene::reserved,
                        scene -> scene.endings().markUnknown(scene.lease(), "error"),
                        HELD),
                new Guarded(
                        "RunCompletion.alreadyApplied",
                        Scene::completed,
                        GuardedStatements::complete,
                        Map.of(
                                "token", TOKEN,
                                "owner", OWNER,
                                "state", RUNNING,
                                "decided_at", "decided_at = clock_timestamp()")));
    }

    private static List<Guarded> ofMaintenance() {
        return List.of(
                new Guarded(
                        "RecordMaintenance.sweep",
                        Scene::lapsed,
                        scene -> scene.store().sweep(Duration.ofDays(1), 9) > 0,
                        Map.of("state", FAILED, "take_over", "take_over = true", "lease_until <=", RENEWED),
                        Map.of("lease_until >=", "how far back it looks")),
                new Guarded(
                        "RecordMaintenance.reap",
                        Scene::expired,
                        scene -> scene.store().reap(Reaping.DELETE, 9) > 0,
                        Map.of("state", RUNNING, "reap_at <=", REAPED_LATER, "token <", FUTURE),
                        STEPS),
                new Guarded(
                        "RecordMaintenance.sweepAbandoned",
                        Scene::abandonedWithAStep,
                        scene -> scene.store().sweepAbandoned(Duration.ofHours(1), Duration.ofDays(1), 9) > 0,
                        Map.of("state", FAILED, "take_over", "take_over = false", "lease_until <=", RENEWED),
                        Map.of(
                                "lease_until >=", "how far back it looks",
                                "generation", "only with steps of this life")),
                new Guarded(
                        "RecordMaintenance.reapSoftly",
                        Scene::expired,
                        scene -> scene.store().reap(Reaping.EXPIRE, 9) > 0,
                        Map.of("state", RUNNING, "reap_at <=", REAPED_LATER),
                        Map.of(
                                "reap_at >", "passes over the expired ones in the index",
                                "key", "a step is still to be done",
                                "due_at", "of the step",
                                "generation <=", "which steps end with it")),
                new Guarded(
                        "UnknownOutcomes.claim",
                        Scene::unknown,
                        scene -> !scene.store()
                                .claimUnknown(9, Duration.ofMinutes(1))
                                .isEmpty(),
                        Map.of("reconcile_at <=", "reconcile_at = reconcile_at + interval '1 hour'", "state", FAILED)));
    }

    private static List<Guarded> ofResolutions() {
        return Map.of(
                        "completed", new Resolution.Completed(response("done"), RETENTION),
                        "notExecuted", new Resolution.NotExecuted(RETENTION),
                        "stillUnknown", new Resolution.StillUnknown(Optional.empty()),
                        "requeue", new Resolution.Requeued())
                .entrySet()
                .stream()
                .flatMap(entry -> Stream.of(
                        resolving(entry.getKey() + ".automatic", entry.getValue(), Optional.empty()),
                        resolving(entry.getKey() + ".byHand", entry.getValue(), Optional.of(BY_HAND))))
                .toList();
    }

    private static Guarded resolving(String field, Resolution resolution, Optional<OperatorDecision> decision) {
        return new Guarded(
                "OutcomeResolution." + field,
                Scene::unknown,
                scene -> scene.store()
                        .resolve(scene.request().id(), scene.lease().token(), resolution, decision),
                UNDECIDED);
    }

    private static List<Guarded> ofEvictions() {
        return List.of(
                new Guarded(
                        "RecordEviction.evictByHand",
                        Scene::completed,
                        GuardedStatements::evict,
                        Map.of("state", RUNNING, "expires_at >", OVER, "token <", FUTURE),
                        FORGOTTEN),
                new Guarded(
                        "RecordEviction.expireByHand",
                        Scene::completedInTheFuture,
                        GuardedStatements::evict,
                        Map.of("state", RUNNING, "expires_at >", OVER),
                        FORGOTTEN),
                new Guarded(
                        "RecordEviction.evictAll",
                        Scene::completed,
                        GuardedStatements::evictAll,
                        Map.of("state", RUNNING, "token <", FUTURE),
                        FORGOTTEN),
                new Guarded(
                        "RecordEviction.expireNow",
                        Scene::completedInTheFuture,
                        GuardedStatements::evictAll,
                        Map.of("state", RUNNING, "expires_at >", OVER),
                        FORGOTTEN));
    }

    private static List<Guarded> ofTransactions() {
        return List.of(
                new Guarded("TransactionalRecordWriter.replace", Scene::failed, Scene::replaced, FORMER),
                new Guarded(
                        "TransactionalRecordWriter.replaceInsteadOfWork",
                        Scene::failed,
                        Scene::replacedInsteadOfWork,
                        FORMER),
                new Guarded(
                        "AnswerSupplement.supplement",
                        Scene::completedWithoutBody,
                        scene -> scene.supplements().supplement(scene.lease(), response("done")),
                        Map.of(
                                "token",
                                TOKEN,
                                "owner",
                                OWNER,
                                "state",
                                "state = 'failed_retryable', response_status = NULL",
                                "response_body",
                                "response_body = 'another'")));
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
