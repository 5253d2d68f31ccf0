package dev.idempotency.jdbc.internal.record;

import dev.idempotency.core.record.Entity;
import dev.idempotency.core.record.Header;
import dev.idempotency.core.record.Lease;
import dev.idempotency.core.record.RecordId;
import dev.idempotency.core.record.RecordedAnswer;
import dev.idempotency.core.store.ReservationRequest;
import dev.idempotency.jdbc.internal.driver.BoundStatement;
import dev.idempotency.jdbc.internal.driver.Micros;
import dev.idempotency.jdbc.internal.driver.SqlArray;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The parameters that stand for a record's name, a lease, a request or an answer, under the same names in every
 * statement. Each has a form for one record, and some have one for several: arrays, one element for each.
 */
public final class RecordParameters {

    /** The columns of a record that is reserved. */
    static final String RESERVING = """
        scope, key, operation, fingerprint, owner, take_over,
            state, token, lease_until, created_at, expires_at, reap_at""";

    /** Sets the columns of an answer. */
    static final String ANSWER = """
        response_version = :version, response_status = :status, response_headers = :headers, response_body = :body""";

    private RecordParameters() {}

    /** {@code :scope} and {@code :key}. */
    public static Consumer<BoundStatement> of(RecordId id) {
        return statement ->
                statement.set("scope", id.scope().value()).set("key", id.key().value());
    }

    /** {@code :entity} and the number of its lock, {@code :entity_lock}. */
    public static Consumer<BoundStatement> of(Entity entity) {
        return statement ->
                statement.set("entity", entity.value()).set("entity_lock", AdvisoryLock.numberOfEntity(entity.value()));
    }

    /** Those of its name, {@code :token} and {@code :owner}. */
    public static Consumer<BoundStatement> of(Lease lease) {
        return statement ->
                statement.with(of(lease.id())).set("token", lease.token()).set("owner", lease.owner());
    }

    /**
     * Those of its name, {@code :operation}, {@code :fingerprint}, {@code :owner}, {@code :take_over}, {@code :lease}
     * and {@code :retention}.
     */
    public static Consumer<BoundStatement> of(ReservationRequest request) {
        return statement -> statement
                .with(of(request.id()))
                .set("operation", request.operation())
                .set("fingerprint", request.fingerprint().toBytes())
                .set("owner", request.owner())
                .set("take_over", request.mayBeTakenOver())
                .set("lease", Micros.of(request.lease()))
                .set("retention", Micros.of(request.retention()));
    }

    /**
     * {@code :version}, {@code :status}, {@code :headers} and {@code :body} of an answer in the form that it is stored
     * in.
     */
    public static Consumer<BoundStatement> of(RecordedAnswer stored) {
        return statement -> statement
                .set("version", stored.schemaVersion())
                .set("status", stored.code())
                .set("headers", headers(stored))
                .set("body", stored.body().orElse(null));
    }

    /** The same for several names. */
    public static <T> Consumer<BoundStatement> ids(List<T> items, Function<T, RecordId> id) {
        return statement -> statement
                .set("scope", texts(items, item -> id.apply(item).scope().value()))
                .set("key", texts(items, item -> id.apply(item).key().value()));
    }

    /** The same for several leases. */
    public static <T> Consumer<BoundStatement> leases(List<T> items, Function<T, Lease> lease) {
        return statement -> statement
                .with(ids(items, item -> lease.apply(item).id()))
                .set("token", numbers(items, item -> lease.apply(item).token()))
                .set("owner", texts(items, item -> lease.apply(item).owner()));
    }

    /** The same for several requests. */
    public static Consumer<BoundStatement> requests(List<ReservationRequest> requests) {
        return statement -> statement
                .with(ids(requests, ReservationRequest::id))
                .set("operation", texts(requests, ReservationRequest::operation))
                .set(
                        "fingerprint",
                        SqlArray.ofBytes(requests.stream()
                                .map(request -> request.fingerprint().toBytes())
                                .toList()))
                .set("owner", texts(requests, ReservationRequest::owner))
                .set(
                        "take_over",
                        SqlArray.ofFlags(requests.stream()
                                .map(ReservationRequest::mayBeTakenOver)
                                .toList()))
                .set("lease", numbers(requests, request -> Micros.of(request.lease())))
                .set("retention", numbers(requests, request -> Micros.of(request.retention())));
    }

    /**
     * The same for several answers, the headers of each as one text, as the server cannot tell arrays of arrays apart.
     */
    public static <T> Consumer<BoundStatement> answers(List<T> items, Function<T, RecordedAnswer> stored) {
        return statement -> statement
                .set("version", numbers(items, item -> (long) stored.apply(item).schemaVersion()))
                .set("status", numbers(items, item -> (long) stored.apply(item).code()))
                .set("headers", texts(items, item -> headers(stored.apply(item)).literal()))
                .set("body", SqlArray.ofBytes(bodies(items, stored)));
    }

    /** Headers are kept as names and values by turns. */
    private static SqlArray headers(RecordedAnswer answer) {
        List<String> texts = new ArrayList<>();
        for (Header header : answer.headers()) {
            texts.add(header.name());
            texts.add(header.value());
        }
        return SqlArray.ofTexts(texts);
    }

    private static <T> List<byte @Nullable []> bodies(List<T> items, Function<T, RecordedAnswer> stored) {
        List<byte @Nullable []> bodies = new ArrayList<>();
        items.forEach(item -> bodies.add(stored.apply(item).body().orElse(null)));
        return bodies;
    }

    private static <T> SqlArray texts(List<T> items, Function<T, String> part) {
        return SqlArray.ofTexts(items.stream().map(part).toList());
    }

    /** Several numbers as one value. */
    public static <T> SqlArray numbers(List<T> items, Function<T, Long> part) {
        return SqlArray.ofNumbers(items.stream().map(part).toList());
    }
}
