package dev.idempotency.jdbc;

import static dev.idempotency.jdbc.ProtectionTest.ANSWER;
import static dev.idempotency.test.Requests.request;
import static dev.idempotency.test.Requests.retry;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.idempotency.core.protect.ResponseCodec;
import dev.idempotency.core.protect.ResponseProtection;
import dev.idempotency.core.record.Lease;
import dev.idempotency.core.record.RecordedResponse;
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
        encrypted.complete(granted(inserted), ANSWER);
        ReservationRequest replaced = request("replaced");
        encrypted.complete(granted(replaced), ANSWER);
        fixture.letTimePass(Duration.ofHours(25));
        encrypted.complete(granted(replaced), ANSWER);
        ReservationRequest alone = request("alone");
        Lease rolledBack = granted(alone);
        fixture.markForRollback();
        encrypted.complete(rolledBack, RecordedResponse.of(422, ANSWER.headers(), new byte[] {1}));
        ReservationRequest later = request("later");
        Lease early = granted(later);
        encrypted.complete(early, RecordedResponse.withoutBody(201, ANSWER.headers()));
        assertThat(encrypted.supplement(early, ANSWER)).isTrue();

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
        encrypted.complete(granted(request), ANSWER);
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
        Lease lease = ((Reservation.Granted) broken.reserve(request)).lease();
        fixture.work();

        assertThatThrownBy(() -> broken.complete(lease, ANSWER)).isInstanceOf(StoreException.NotCommitted.class);

        assertThat(fixture.committedRows()).isZero();
        fixture.assertNothingIsOpen();
        assertThat(fixture.store().find(request.id())).isEmpty();
    }

    private Lease granted(ReservationRequest request) {
        return ((Reservation.Granted) encrypted.reserve(retry(request))).lease();
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
