package dev.idempotency.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Instant;
import java.time.LocalDate;
import java.time.temporal.ChronoUnit;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class OperationKeyTest {

    @Test
    void the_keys_of_the_table_are_made() {
        Instant due = Instant.parse("2026-07-02T15:00:00Z");

        assertThat(OperationKey.ofWebhook("magento", "SO-10884", 7)).isEqualTo("magento:SO-10884:v7");
        assertThat(OperationKey.ofDecision("approve", "pl_7c1a")).isEqualTo("approve-pl_7c1a");
        assertThat(OperationKey.ofResource("op", "create-order-risk")).isEqualTo("op-create-order-risk");
        assertThat(OperationKey.ofJob("reconcile", due, ChronoUnit.HOURS)).isEqualTo("reconcile:2026-07-02T15");
        assertThat(OperationKey.of("refund", 4711, "EUR", 1500L)).isEqualTo("refund:4711:EUR:1500");
    }

    @Test
    void every_run_of_a_job_in_one_window_has_one_key() {
        Instant early = Instant.parse("2026-07-02T15:00:00Z");
        Instant late = Instant.parse("2026-07-02T15:59:59.999Z");

        assertThat(OperationKey.ofJob("sweep", early, ChronoUnit.HOURS))
                .isEqualTo(OperationKey.ofJob("sweep", late, ChronoUnit.HOURS));
        assertThat(OperationKey.ofJob("sweep", late, ChronoUnit.DAYS)).isEqualTo("sweep:2026-07-02");
        assertThat(OperationKey.ofJob("sweep", late, ChronoUnit.MINUTES)).isEqualTo("sweep:2026-07-02T15:59");
    }

    @Test
    void another_version_of_an_entity_is_another_operation() {
        assertThat(OperationKey.ofWebhook("magento", "SO-10884", 8))
                .isNotEqualTo(OperationKey.ofWebhook("magento", "SO-10884", 7));
    }

    @Test
    void different_parts_never_make_the_same_key() {
        assertThat(OperationKey.of("transfer", "acc:1", "2"))
                .isEqualTo("transfer:acc%3A1:2")
                .isNotEqualTo(OperationKey.of("transfer", "acc", "1:2"));
        assertThat(OperationKey.of("transfer", "acc%3A1", "2")).isNotEqualTo(OperationKey.of("transfer", "acc:1", "2"));
        assertThat(OperationKey.ofWebhook("magento", "SO:1", 7))
                .isNotEqualTo(OperationKey.ofWebhook("magento:SO", "1", 7));
    }

    static Stream<Object> partsThatChange() {
        return Stream.of(
                UUID.randomUUID(),
                UUID.randomUUID().toString(),
                Instant.now(),
                Instant.now().toString(),
                "2026-07-02T15:04:05.123456",
                "1783000000000",
                "attempt-2",
                "retry3",
                "Retry",
                "try_1");
    }

    @ParameterizedTest
    @MethodSource("partsThatChange")
    void a_part_that_changes_with_the_attempt_is_refused_by_its_position(Object part) {
        assertThatThrownBy(() -> OperationKey.of("charge", "order-1", part))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("part 2 of charge");
    }

    @ParameterizedTest
    @ValueSource(strings = {"4711", "SO-10884", "2026-07-02", "trying", "attempts-log-of-4711", "1783000000"})
    void a_part_that_stays_is_taken(String part) {
        assertThat(OperationKey.of("charge", part)).isEqualTo("charge:" + part);
    }

    @Test
    void an_object_whose_text_is_its_place_in_memory_is_refused() {
        for (Object part : new Object[] {new byte[] {1}, new Object(), new String[] {"a"}}) {
            assertThatThrownBy(() -> OperationKey.of("charge", part))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("an object without a text of its own");
        }
    }

    @Test
    void a_derived_id_is_taken_and_a_random_one_if_it_is_said_to_stay() {
        UUID derived = UUID.nameUUIDFromBytes(new byte[] {1});
        UUID fromItsRow = UUID.randomUUID();

        assertThat(OperationKey.of("charge", derived)).isEqualTo("charge:" + derived);
        assertThat(OperationKey.of("charge", OperationKey.stable(fromItsRow))).isEqualTo("charge:" + fromItsRow);
        assertThat(OperationKey.of("charge", LocalDate.of(2026, 7, 2))).isEqualTo("charge:2026-07-02");
    }

    @Test
    void an_operation_has_what_identifies_it() {
        assertThatThrownBy(() -> OperationKey.of("charge")).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> OperationKey.of("charge", " ")).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> OperationKey.ofJob("sweep", Instant.EPOCH, ChronoUnit.SECONDS))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> OperationKey.of("charge", "x".repeat(255)))
                .isInstanceOf(IllegalArgumentException.class);
    }
}
