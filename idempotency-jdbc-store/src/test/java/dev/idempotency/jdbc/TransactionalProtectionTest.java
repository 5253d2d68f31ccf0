package dev.idempotency.jdbc;

import static dev.idempotency.jdbc.ProtectionTest.ANSWER;
import static dev.idempotency.test.Requests.request;
import static dev.idempotency.test.Requests.retry;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.idempotency.core.atrest.ResponseCodec;
import dev.idempotency.core.atrest.ResponseProtection;
import dev.idempotency.core.record.RecordedAnswer;
import dev.idempotency.core.store.GrantedRun;
import dev.idempotency.core.store.Reservation;
import dev.idempotency.core.store.ReservationRequest;
import dev.idempotency.core.store.StoreException;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class TransactionalProtectionTest {

    private final TransactionalFixture fixture = new TransactionalFixture();
    private final TransactionalReservations encrypted = fixture.protectedBy(ProtectionTest.protection("k1", "k1"));

    @BeforeEach
    void start() {
        fixture.createBusinessTable();
    }

    @AfterEach
    void stop() {
        fixture.close();
    }

    @Test
    void an_answer_is_encrypted_whichever_way_it_is_written() {
        ReservationRequest inserted = request("inserted");
        granted(inserted).complete(ANSWER);
        ReservationRequest replaced = request("replaced");
        granted(replaced).complete(ANSWER);
        fixture.letTimePass(Duration.ofHours(25));
        granted(replaced).complete(ANSWER);
        ReservationRequest alone = request("alone");
        GrantedRun rolledBack = granted(alone);
        fixture.markForRollback();
        rolledBack.complete(
                RecordedAnswer.of(422, ANSWER.headers(), new byte[] {1}), GrantedRun.Work.KEPT_UNLESS_ROLLED_BACK);
        ReservationRequest later = request("later");
        GrantedRun early = granted(later);
        early.complete(RecordedAnswer.withoutBody(201, ANSWER.headers()));
        assertThat(early.supplement(ANSWER)).isTrue();

        assertThat(TableDump.of(fixture.database()).contains("marked")).isFalse();
        assertThat(List.of(replaced, later))
                .allSatisfy(request -> assertThat(encrypted.reserve(retry(request)))
                        .isInstanceOfSatisfying(
                                Reservation.Replay.class,
                                replay -> assertThat(replay.response()).isEqualTo(ANSWER)));
        assertThat(encrypted.reserve(retry(alone))).isInstanceOf(Reservation.Replay.class);
        assertThat(encrypted.look(retry(later))).containsInstanceOf(Reservation.Replay.class);
        fixture.assertNothingIsOpen();
    }

    @Test
    void a_flipped_byte_is_neither_replayed_nor_run_again() {
        ReservationRequest request = request("flipped");
        granted(request).complete(ANSWER);
        fixture.database().execute("""
                UPDATE idempotency_record SET response_body =
                    set_byte(response_body, 60, get_byte(response_body, 60) # 1)
                """);

        assertThat(encrypted.reserve(retry(request))).isInstanceOf(Reservation.ResponseUnavailable.class);
        fixture.assertNothingIsOpen();
    }

    @Test
    void work_whose_answer_cannot_be_encoded_is_rolled_back() {
        TransactionalReservations broken = fixture.protectedBy(new ResponseProtection(new Broken()));
        ReservationRequest request = request("broken");
        GrantedRun run = ((Reservation.Granted) broken.reserve(request)).run();
        fixture.work();

        assertThatThrownBy(() -> run.complete(ANSWER)).isInstanceOf(StoreException.NotCommitted.class);

        assertThat(fixture.committedRows()).isZero();
        fixture.assertNothingIsOpen();
        assertThat(fixture.store().find(request.id())).isEmpty();
    }

    private GrantedRun granted(ReservationRequest request) {
        return ((Reservation.Granted) encrypted.reserve(retry(request))).run();
    }

    private static final class Broken implements ResponseCodec {

        @Override
        public byte[] encode(byte[] answer, byte[] place) {
            throw new IllegalStateException("no key");
        }

        @Override
        public byte[] decode(byte[] encoded, byte[] place) {
            throw new IllegalStateException("no key");
        }
    }
}
