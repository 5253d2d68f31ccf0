package dev.idempotency.jdbc.internal.batch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.idempotency.core.store.StoreException;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Whatever happens to those who write, on their own or for others. */
class WriteBatcherLoadTest {

    private final ExecutorService threads = Executors.newCachedThreadPool();

    @AfterEach
    void stop() {
        threads.shutdownNow();
    }

    @Timeout(60)
    @Test
    void nobody_is_left_behind() throws Exception {
        BatchLimits hasty = new BatchLimits(2, 4, Duration.ofNanos(200_000));
        WriteBatcher<Integer, Integer> writes = new WriteBatcher<>(
                hasty,
                WriteBatcherLoadTest::fateful,
                items -> items.stream().map(WriteBatcherLoadTest::fateful).toList());
        List<CompletableFuture<Void>> all = new ArrayList<>();
        for (int thread = 0; thread < 16; thread++) {
            Random random = new Random(thread);
            all.add(CompletableFuture.runAsync(
                    () -> random.ints(500, 0, 1_000).forEach(item -> tell(writes, item)), threads));
        }

        all.forEach(CompletableFuture::join);
        assertThat(writes.write(999)).isEqualTo(1_000);
        assertThat(writes.write(998)).isEqualTo(999);
    }

    private static void tell(WriteBatcher<Integer, Integer> writes, int item) {
        if (item % 20 == 5) {
            Thread.currentThread().interrupt();
        }
        try {
            assertThat(writes.write(item)).isEqualTo(item + 1);
        } catch (StoreException | IllegalStateException | LinkageError e) {
            // As it may be: each of these hits some of those who write.
        }
        Thread.interrupted();
    }

    private static int fateful(int item) {
        LockSupport.parkNanos(item * 100L);
        return switch (item % 20) {
            case 0 -> throw new StoreException.NotApplied("blocked", new SQLException("blocked", "55P03"));
            case 1 -> throw new StoreException.AnswerLost("silence", new SQLException());
            case 2 -> throw new IllegalStateException("a bug");
            case 3 -> throw new NoClassDefFoundError("a class");
            default -> item + 1;
        };
    }
}
