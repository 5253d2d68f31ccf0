package dev.idempotency.client.script;

import static dev.idempotency.client.script.Reply.answer;
import static dev.idempotency.client.script.Reply.created;
import static dev.idempotency.client.script.Reply.error;
import static dev.idempotency.client.script.Reply.problem;
import static dev.idempotency.client.script.Reply.replayed;
import static dev.idempotency.client.script.Reply.status;
import static dev.idempotency.client.script.Reply.truncated;

import dev.idempotency.client.CallSettings;
import java.time.Duration;
import java.util.List;
import java.util.function.UnaryOperator;

/** What a server does, and what a client must make of it. */
enum Script {
    DONE_AT_ONCE(201, 1, created()),
    DONE_WITHOUT_A_BODY(204, 1, status(204)),
    DONE_LATER(
            202, 1, answer(202, "{}", "Content-Type: application/json", "Idempotency-Pending: true", "Retry-After: 1")),
    A_LARGE_ANSWER(200, 1, Reply.large(3 * 1024)),
    A_LARGE_ANSWER_THAT_BREAKS_OFF(Script.FAILURE, 1, Reply.largeAndCut(3 * 1024)),

    BAD_REQUEST(400, 1, status(400)),
    NOT_AUTHENTICATED(Script.ANY, 1, status(401, "WWW-Authenticate: Basic realm=\"charges\"")),
    NOT_AUTHENTICATED_TOLD(Script.ANY, 1, answer(401, "no", "WWW-Authenticate: Basic realm=\"charges\"")),
    FORBIDDEN(403, 1, status(403)),
    NOT_FOUND(404, 1, status(404)),
    UNPROCESSABLE(422, 1, status(422)),
    PROBLEM_TO_BE_FIXED(400, 1, problem(400, "idempotency_key_invalid", false)),

    MISMATCH_OURS(422, 1, problem(422, "idempotency_key_reused", false)),
    MISMATCH_THAT_SAYS_RETRY(409, 1, problem(409, "idempotency_key_reused", true, "Retry-After: 1")),
    MISMATCH_OF_FIBRIC(409, 1, error(409, "conflict_error", "idempotency_conflict", "Retry-After: 1")),
    MISMATCH_OF_STRIPE(400, 1, error(400, "idempotency_error", "", "Stripe-Should-Retry: true")),
    ANOTHER_CONFLICT(409, 1, error(409, "conflict_error", "version_conflict", "Retry-After: 1")),
    CONFLICT_WITHOUT_A_WORD(409, 1, status(409)),
    MISMATCH_AFTER_ALL(422, 2, status(503), problem(422, "idempotency_key_reused", false)),
    MISMATCH_THAT_BREAKS_OFF(422, 2, truncated(422), problem(422, "idempotency_key_reused", false)),
    DONE_UNDER_ANOTHER_KEY(409, 1, problem(409, "idempotency_action_done", false)),

    CONFLICT_WITH_RETRY_AFTER(201, 2, 1, status(409, "Retry-After: 1"), created()),
    IN_PROGRESS(201, 2, 1, problem(409, "idempotency_in_progress", true, "Retry-After: 1"), replayed()),
    IN_PROGRESS_AS_202(201, 2, problem(202, "idempotency_in_progress", true), replayed()),
    IN_PROGRESS_OF_FIBRIC(201, 2, error(409, "conflict_error", "idempotency_in_progress"), replayed()),
    OUTCOME_UNKNOWN(
            201,
            3,
            problem(409, "idempotency_outcome_unknown", true),
            problem(409, "idempotency_outcome_unknown", true),
            replayed()),
    ENTITY_LOCKED(201, 2, problem(409, "idempotency_entity_locked", true), created()),
    STORE_AWAY(201, 2, problem(503, "idempotency_store_unavailable", true), created()),
    NOT_TO_BE_REPEATED(503, 1, problem(503, "maintenance", false)),

    UNAVAILABLE(201, 2, status(503), created()),
    EVERY_KIND_OF_5XX(201, 4, status(500), status(502), status(504), created()),
    TIMEOUT_AND_TOO_EARLY(201, 3, status(408, "Connection: close"), status(425), created()),
    UNAVAILABLE_FOR_GOOD(503, 4, status(503)),
    NOT_IMPLEMENTED(501, 1, status(501)),
    TOLD_TO_REPEAT(201, 2, status(418, "X-Should-Retry: true"), created()),
    TOLD_NOT_TO_REPEAT(500, 1, status(500, "Stripe-Should-Retry: false")),

    RETRY_AFTER_SECONDS(201, 2, 1, status(429, "Retry-After: 1"), created()),
    RETRY_AFTER_EACH_TIME(
            201,
            3,
            1,
            status(429, "Retry-After: 1"),
            problem(409, "idempotency_in_progress", true, "Retry-After: 1"),
            created()),
    RETRY_AFTER_NOTHING(201, 2, status(429, "Retry-After: 0"), created()),
    RETRY_AFTER_WHATEVER(201, 2, status(503, "Retry-After: soon"), created()),
    RETRY_AFTER_A_DATE_OF_A_CLOCK_THAT_IS_YEARS_OFF(
            201,
            2,
            1,
            status(503, "Date: Tue, 01 Jan 2008 10:00:00 GMT", "Retry-After: Tue, 01 Jan 2008 10:00:01 GMT"),
            created()),
    RETRY_AFTER_AN_OLD_KIND_OF_DATE(
            201,
            2,
            1,
            status(503, "Date: Tue, 01 Jan 2008 10:00:00 GMT", "Retry-After: Tuesday, 01-Jan-08 10:00:01 GMT"),
            created()),
    RETRY_AFTER_AN_HOUR(503, 1, status(503, "Retry-After: 3600")),
    RETRY_AFTER_THE_BUDGET(
            settings -> settings.withBudget(Duration.ofMillis(900)), 503, 1, status(503, "Retry-After: 1")),
    THE_KEY_IS_FORGOTTEN_BY_THEN(
            503,
            1,
            status(
                    503,
                    "Date: Tue, 01 Jan 2008 10:00:00 GMT",
                    "Retry-After: 2",
                    "Idempotency-Expires: Tue, 01 Jan 2008 10:00:02 GMT")),

    CUT_BEFORE_THE_ANSWER(201, 2, Reply.cutBeforeTheAnswer(), replayed()),
    CUT_IN_THE_HEAD(201, 2, Reply.cutInTheHead(), replayed()),
    CUT_AFTER_THE_ANSWER(201, 1, Reply.cutAfter(created())),
    CUT_AFTER_A_BUSY_ANSWER(201, 2, Reply.cutAfter(status(503)), created()),
    CUT_ALWAYS(Script.FAILURE, 4, Reply.cutBeforeTheAnswer()),
    TRUNCATED_2XX(201, 2, truncated(201), replayed()),
    TRUNCATED_CHUNKS(201, 2, Reply.truncatedChunks(201), replayed()),
    TRUNCATED_TWICE_AND_BUSY(201, 4, truncated(201), truncated(201), status(503), replayed()),
    TRUNCATED_ERROR(201, 2, truncated(503), created()),
    TRUNCATED_AND_FORGOTTEN(
            Script.FAILURE,
            1,
            truncated(
                    201, "Date: Tue, 01 Jan 2008 10:00:02 GMT", "Idempotency-Expires: Tue, 01 Jan 2008 10:00:01 GMT")),

    SILENCE(201, 2, Reply.silence(), replayed()),
    SILENCE_FOREVER(
            settings -> settings.withBudget(Duration.ofMillis(600)), Script.FAILURE, Script.SOME, Reply.silence()),
    SILENCE_IN_THE_ANSWER(201, 2, Reply.silenceInTheAnswer(201), replayed()),
    RETRY_INTO_SILENCE(
            settings -> settings.withBudget(Duration.ofSeconds(2)), Script.FAILURE, 2, status(503), Reply.silence()),
    RETRY_INTO_SILENCE_IN_THE_ANSWER(
            settings -> settings.withBudget(Duration.ofSeconds(2)),
            Script.FAILURE,
            2,
            status(503),
            Reply.silenceInTheAnswer(201)),
    BUSY_FOR_LONGER_THAN_THE_BUDGET(
            settings -> settings.withBudget(Duration.ofMillis(300)).withMaxAttempts(1_000),
            Script.ANY,
            Script.SOME,
            status(503)),
    ONE_ATTEMPT_ONLY(settings -> settings.withMaxAttempts(1), 503, 1, status(503)),

    REDIRECTED_WITH_THE_METHOD(Script.ANY, Script.SOME, status(307, "Location: /elsewhere"), created()),
    REDIRECTED_FOR_GOOD(Script.ANY, Script.SOME, status(308, "Location: /elsewhere"), created()),
    REDIRECTED_TO_LOOK(Script.ANY, Script.SOME, status(303, "Location: /elsewhere"), created()),
    REDIRECTED_AND_BUSY(Script.ANY, Script.SOME, status(307, "Location: /elsewhere"), status(503), created());

    /** Instead of a status: an exception. */
    static final int FAILURE = -1;

    /** Instead of a status: whatever the client makes of it. */
    static final int ANY = 0;

    /** Instead of a number of requests. */
    static final int SOME = 0;

    private final UnaryOperator<CallSettings> settings;
    private final int outcome;
    private final int requests;
    private final int pauseSeconds;
    private final List<Reply> replies;

    Script(int outcome, int requests, Reply... replies) {
        this(settings -> settings, outcome, requests, 0, replies);
    }

    Script(int outcome, int requests, int pauseSeconds, Reply... replies) {
        this(settings -> settings, outcome, requests, pauseSeconds, replies);
    }

    Script(UnaryOperator<CallSettings> settings, int outcome, int requests, Reply... replies) {
        this(settings, outcome, requests, 0, replies);
    }

    Script(UnaryOperator<CallSettings> settings, int outcome, int requests, int pauseSeconds, Reply... replies) {
        this.settings = settings;
        this.outcome = outcome;
        this.requests = requests;
        this.pauseSeconds = pauseSeconds;
        this.replies = List.of(replies);
    }

    CallSettings settings() {
        return settings.apply(CallSettings.forHost("127.0.0.1")
                .withBudget(Duration.ofSeconds(6))
                .withPauses(Duration.ofMillis(20), Duration.ofSeconds(3)));
    }

    List<Reply> replies() {
        return replies;
    }

    int outcome() {
        return outcome;
    }

    int requests() {
        return requests;
    }

    /** The time-out of the client. It is to end silence, after the budget if that can do so as well, and nothing else. */
    Duration timeout() {
        if (name().startsWith("SILENCE")) {
            return Duration.ofMillis(1_500);
        }
        return name().contains("SILENCE") ? settings().budget().plusSeconds(2) : Duration.ofSeconds(20);
    }

    /** How long every client must have waited before each further request. */
    Duration pause() {
        return Duration.ofSeconds(pauseSeconds);
    }
}
