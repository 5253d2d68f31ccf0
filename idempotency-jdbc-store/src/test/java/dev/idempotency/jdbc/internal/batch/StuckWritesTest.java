package dev.idempotency.jdbc.internal.batch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.idempotency.jdbc.OtherSession;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What becomes of those who wait behind a write that does not end. */
@Timeout(60)
class StuckWritesTest {

    private final WaitingThreads threads = new WaitingThreads();
    private final List<String> written = Collections.synchronizedList(new ArrayList<>());
    private final Map<String, CountDownLatch> stuck =
            Map.of("first", new CountDownLatch(1), "second", new CountDownLatch(1), "third", new CountDownLatch(1));
    private final WriteBatcher<String, String> writes =
            new WriteBatcher<>(new BatchLimits(1, 64, Duration.ofSeconds(2)), this::alone, this::together);

    @AfterEach
    void stop() {
        stuck.values().forEach(CountDownLatch::countDown);
        threads.close();
    }

    @Test
    void who_has_waited_for_too_long_writes_for_the_rest_of_the_queue() throws Exception {
        CompletableFuture<String> first = stuck("first");
        CompletableFuture<String> second = stuck("second");
        CompletableFuture<String> a = queued("a");
        CompletableFuture<String> b = queued("b");
        stuck.get("second").countDown();

        assertThat(List.of(second.get(), a.get(), b.get())).containsExactly("second alone", "a shared", "b shared");
        assertThat(first).isNotDone();
    }

    @Test
    void when_all_have_written_there_is_one_writer_again() throws Exception {
        CompletableFuture<String> first = stuck("first");
        CompletableFuture<String> second = stuck("second");
        stuck.get("first").countDown();
        stuck.get("second").countDown();
        first.get();
        second.get();

        assertThat(writes.write("lone")).isEqualTo("lone alone");
        stuck("third");
        CompletableFuture<String> a = queued("a");
        CompletableFuture<String> b = queued("b");
        stuck.get("third").countDown();
        assertThat(List.of(a.get(), b.get())).containsExactly("a shared", "b shared");
    }

    /** At it, as the only writer or as a further one. */
    private CompletableFuture<String> stuck(String item) {
        CompletableFuture<String> result = threads.async(() -> writes.write(item));
        OtherSession.await(() -> written.contains(item), item);
        return result;
    }

    private CompletableFuture<String> queued(String item) {
        return threads.queued(() -> writes.write(item));
    }

    private String alone(String item) {
        written.add(item);
        if (stuck.containsKey(item)) {
            OtherSession.await(() -> stuck.get(item).getCount() == 0, item + " to be let go");
        }
        return item + " alone";
    }

    private List<String> together(List<String> items) {
        return items.stream().map(item -> item + " shared").toList();
    }
}
