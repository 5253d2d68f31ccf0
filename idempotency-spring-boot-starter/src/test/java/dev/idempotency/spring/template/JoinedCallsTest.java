package dev.idempotency.spring.template;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.idempotency.core.template.IdempotencyException;
import dev.idempotency.core.template.IdempotentResult;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.dao.DataAccessException;
import org.springframework.dao.DataIntegrityViolationException;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.TransactionStatus;
import org.springframework.transaction.UnexpectedRollbackException;
import org.springframework.transaction.support.TransactionTemplate;

/** A call whose record is part of the caller's transaction. */
class JoinedCallsTest {

    private static TemplateApplication application;

    private final String key = UUID.randomUUID().toString();

    @BeforeAll
    static void start() {
        application = new TemplateApplication(4);
    }

    @AfterAll
    static void stop() {
        application.close();
    }

    private IdempotentResult<String> join() {
        return application.call(key).joining().run(String.class, () -> application.work(key));
    }

    @Test
    void nothing_is_seen_before_the_caller_commits_and_all_of_it_afterwards() {
        application.inTransaction(() -> {
            assertThat(join()).isInstanceOf(IdempotentResult.Ran.class);
            assertThat(application.bookings(key)).isZero();
            assertThat(application.record(key)).isEmpty();
            assertThat(join()).isEqualTo(new IdempotentResult.Replayed<>("booked " + key));
            return null;
        });

        assertThat(application.bookings(key)).isOne();
        assertThat(application.record(key)).isPresent();
    }

    @Test
    void when_the_caller_rolls_back_nothing_is_left_and_its_repetition_runs() {
        application.transactions().executeWithoutResult(status -> {
            assertThat(join()).isInstanceOf(IdempotentResult.Ran.class);
            status.setRollbackOnly();
        });
        assertNothingIsLeft();

        assertThatThrownBy(() -> application.inTransaction(() -> {
                    join();
                    throw new IllegalStateException("after the call");
                }))
                .hasMessage("after the call");
        assertNothingIsLeft();

        assertThat(application.inTransaction(this::join)).isInstanceOf(IdempotentResult.Ran.class);
    }

    @Test
    void when_the_commit_fails_nothing_is_left() {
        assertThatThrownBy(() -> application.inTransaction(() -> {
                    application
                            .inApplication("INSERT INTO booking (key, customer) VALUES (?, 4711)")
                            .param(key)
                            .update();
                    return join();
                }))
                .isInstanceOf(DataIntegrityViolationException.class);

        assertNothingIsLeft();
    }

    @Test
    void work_that_threw_is_not_committed_by_halves_by_a_caller_who_goes_on() {
        assertThatThrownBy(() -> application.inTransaction(() -> {
                    assertThatThrownBy(() -> application.call(key).joining().run(String.class, () -> {
                                application.work(key);
                                throw new IllegalStateException("planted");
                            }))
                            .hasMessage("planted");
                    return null;
                }))
                .isInstanceOf(UnexpectedRollbackException.class);

        assertNothingIsLeft();
    }

    @Test
    void work_that_swallowed_a_failed_statement_does_not_count() {
        assertThatThrownBy(() -> application.inTransaction(() -> application
                        .call(key)
                        .joining()
                        .run(String.class, () -> {
                            assertThatThrownBy(() -> application
                                            .inApplication("INSERT INTO no_such_table VALUES (1)")
                                            .update())
                                    .isInstanceOf(DataAccessException.class);
                            return "not at all";
                        })))
                .isInstanceOf(UnexpectedRollbackException.class);

        assertNothingIsLeft();
    }

    /** By a service that has joined it. */
    @Test
    void a_transaction_that_somebody_has_marked_for_rollback_takes_no_call() {
        assertThatThrownBy(() -> application.inTransaction(() -> {
                    application.transactions().executeWithoutResult(TransactionStatus::setRollbackOnly);
                    assertThatThrownBy(this::join).isInstanceOf(UnexpectedRollbackException.class);
                    return null;
                }))
                .isInstanceOf(UnexpectedRollbackException.class);

        assertNothingIsLeft();
    }

    /** By a record under a lease, which does not respect the lock. */
    @Test
    void the_primary_key_has_the_last_word_and_the_repetition_finds_the_record() {
        assertThatThrownBy(() -> application.inTransaction(() -> application
                        .call(key)
                        .joining()
                        .run(String.class, () -> {
                            CompletableFuture.runAsync(
                                            () -> application.call(key).lease().run(String.class, () -> "the other's"))
                                    .join();
                            return application.work(key);
                        })))
                .isInstanceOfSatisfying(IdempotencyException.TransactionLost.class, lost -> {
                    assertThat(lost.retryable()).isTrue();
                    assertThat(lost).hasMessageNotContaining(key);
                });

        assertThat(application.bookings(key)).isZero();
        assertThat(application.inTransaction(this::join)).isEqualTo(new IdempotentResult.Replayed<>("the other's"));
    }

    @Test
    void a_caller_who_swallows_that_the_race_is_lost_cannot_commit() {
        assertThatThrownBy(() -> application.inTransaction(() -> {
                    assertThatThrownBy(() -> application.call(key).joining().run(String.class, () -> {
                                CompletableFuture.runAsync(() ->
                                                application.call(key).lease().run(() -> {}))
                                        .join();
                                return application.work(key);
                            }))
                            .isInstanceOf(IdempotencyException.TransactionLost.class);
                    return null;
                }))
                .isInstanceOf(UnexpectedRollbackException.class);

        assertThat(application.bookings(key)).isZero();
    }

    /** The snapshot of the first transaction is older than the record, and so it gets the lock and does not see the record. */
    @ParameterizedTest
    @ValueSource(ints = {TransactionDefinition.ISOLATION_REPEATABLE_READ, TransactionDefinition.ISOLATION_SERIALIZABLE})
    void at_stricter_levels_the_older_snapshot_loses_and_finds_the_record_if_repeated(int isolation) {
        TransactionTemplate strict = application.transactions();
        strict.setIsolationLevel(isolation);

        assertThatThrownBy(() -> strict.execute(status -> {
                    application
                            .inApplication("SELECT count(*) FROM booking")
                            .query(Integer.class)
                            .single();
                    CompletableFuture.runAsync(() -> strict.execute(other -> join()))
                            .join();
                    return join();
                }))
                .isInstanceOf(IdempotencyException.TransactionLost.class);

        assertThat(application.bookings(key)).isOne();
        assertThat(strict.<IdempotentResult<String>>execute(status -> join()))
                .isEqualTo(new IdempotentResult.Replayed<>("booked " + key));
    }

    @Test
    void many_calls_of_one_transaction_stand_or_fall_together() {
        application.inTransaction(() -> {
            for (int row = 0; row < 50; row++) {
                String each = key + '-' + row;
                application.call(each).joining().run(String.class, () -> application.work(each));
            }
            return null;
        });

        for (int row = 0; row < 50; row++) {
            assertThat(application.record(key + '-' + row)).isPresent();
        }
    }

    @Test
    void a_call_may_join_the_transaction_of_another_call() {
        application.call(key).transactional().run(() -> {
            assertThat(application.call(key + "-inner").joining().run(String.class, () -> application.work(key)))
                    .isInstanceOf(IdempotentResult.Ran.class);
        });

        assertThat(application.record(key)).isPresent();
        assertThat(application.record(key + "-inner")).isPresent();
    }

    private void assertNothingIsLeft() {
        assertThat(application.bookings(key)).isZero();
        assertThat(application.record(key)).isEmpty();
    }

    @Test
    void without_an_open_transaction_it_says_what_to_do() {
        assertThatIllegalStateException()
                .isThrownBy(this::join)
                .withMessageContaining("needs an open")
                .withMessageContaining("@Transactional")
                .withMessageContaining("transactional()");
    }

    @Test
    void a_nested_transaction_is_refused_and_undone_alone() {
        TransactionTemplate nested = application.transactions();
        nested.setPropagationBehavior(TransactionDefinition.PROPAGATION_NESTED);

        application.inTransaction(() -> {
            assertThatIllegalStateException()
                    .isThrownBy(() -> nested.execute(status -> join()))
                    .withMessageContaining("PROPAGATION_NESTED")
                    .withMessageContaining("in the transaction around it");
            return application.call(key + "-outer").joining().run(String.class, () -> application.work(key + "-outer"));
        });

        assertNothingIsLeft();
        assertThat(application.record(key + "-outer")).isPresent();
    }

    @Test
    void a_nested_transaction_that_has_ended_is_no_matter() {
        TransactionTemplate nested = application.transactions();
        nested.setPropagationBehavior(TransactionDefinition.PROPAGATION_NESTED);

        application.inTransaction(() -> {
            nested.execute(status -> application.work(key + "-nested"));
            return join();
        });

        assertThat(application.record(key)).isPresent();
    }

    @Test
    void a_read_only_transaction_is_refused() {
        TransactionTemplate readOnly = application.transactions();
        readOnly.setReadOnly(true);

        assertThatIllegalStateException()
                .isThrownBy(() -> readOnly.execute(status -> join()))
                .withMessageContaining("read-only");
    }

    @Test
    void ways_that_commit_by_themselves_are_refused_inside_of_a_transaction() {
        application.inTransaction(() -> {
            assertThatIllegalStateException()
                    .isThrownBy(() -> application.book(Way.LEASE, key))
                    .withMessageContaining("joining()");
            assertThatIllegalStateException()
                    .isThrownBy(() -> application.book(Way.TRANSACTIONAL, key))
                    .withMessageContaining("joining()");
            return null;
        });

        assertNothingIsLeft();
        assertThat(application.inTransaction(() -> {
                    application.work(key);
                    return "the transaction is none the worse";
                }))
                .isNotNull();
    }
}
