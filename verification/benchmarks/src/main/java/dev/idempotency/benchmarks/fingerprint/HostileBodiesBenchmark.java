package dev.idempotency.benchmarks.fingerprint;

import com.sun.management.ThreadMXBean;
import dev.idempotency.benchmarks.fingerprint.HostileBodies.Hostile;
import dev.idempotency.core.fingerprint.CanonicalFingerprinter;
import dev.idempotency.core.fingerprint.Fingerprint;
import dev.idempotency.core.fingerprint.Fingerprinter;
import dev.idempotency.spring.internal.web.request.BodyMemory;
import dev.idempotency.spring.internal.web.request.BodyMemoryFullException;
import dev.idempotency.spring.internal.web.request.BodyTooLargeException;
import dev.idempotency.spring.internal.web.request.RepeatableRequest;
import dev.idempotency.spring.internal.web.request.RequestContents;
import jakarta.servlet.ServletException;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What the dearest bodies cost beside plain JSON of the same length: the processor's time and the memory that the thread asks for,
 * from the first byte that is read to the fingerprint, beside the body itself. Bodies take turns, so that what else the machine does meets all of them.
 */
public final class HostileBodiesBenchmark {

    private static final Logger log = LoggerFactory.getLogger(HostileBodiesBenchmark.class);

    private static final int WARM_UP = 30;
    private static final int ROUNDS = 31;
    private static final double GOAL = 3;

    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    private final Fingerprinter fingerprinter = new CanonicalFingerprinter();
    private final BodyMemory bodies = new BodyMemory(Long.MAX_VALUE);

    private HostileBodiesBenchmark() {}

    /** What a body cost in each round. */
    private static final class Costs {

        private final Hostile hostile;
        private final double[] nanoseconds = new double[ROUNDS];
        private double allocated;

        Costs(Hostile hostile) {
            this.hostile = hostile;
        }

        double median() {
            double[] sorted = nanoseconds.clone();
            Arrays.sort(sorted);
            return sorted[ROUNDS / 2];
        }
    }

    public static void main(String[] arguments)
            throws IOException, ServletException, BodyTooLargeException, BodyMemoryFullException {
        new HostileBodiesBenchmark().run();
    }

    private void run() throws IOException, ServletException, BodyTooLargeException, BodyMemoryFullException {
        Costs plain = new Costs(HostileBodies.plain());
        List<Costs> all = HostileBodies.all().stream().map(Costs::new).toList();
        for (int round = -WARM_UP; round < ROUNDS; round++) {
            measure(plain, round);
            for (Costs one : all) {
                measure(one, round);
            }
        }
        log.info(String.format(Locale.ROOT, "%-48s %8s %10s %10s", "1 MB", "ms", "x plain", "x bytes"));
        print(plain, plain);
        boolean met = true;
        for (Costs one : all) {
            print(one, plain);
            met = met && one.median() <= GOAL * plain.median() && one.allocated <= GOAL * one.hostile.body().length;
        }
        log.info("Goal, at most {} times the time and the bytes: {}", GOAL, met ? "met" : "MISSED");
    }

    private static void print(Costs one, Costs plain) {
        log.info(String.format(
                Locale.ROOT,
                "%-48s %8.2f %10.2f %10.2f",
                one.hostile.name(),
                one.median() / 1e6,
                one.median() / plain.median(),
                one.allocated / one.hostile.body().length));
    }

    private void measure(Costs costs, int round)
            throws IOException, ServletException, BodyTooLargeException, BodyMemoryFullException {
        long allocated = THREADS.getCurrentThreadAllocatedBytes();
        long start = THREADS.getCurrentThreadCpuTime();
        Fingerprint fingerprint = fingerprint(costs.hostile);
        long end = THREADS.getCurrentThreadCpuTime();
        if (round >= 0 && fingerprint.version() > 0) {
            costs.nanoseconds[round] = end - start;
            costs.allocated = THREADS.getCurrentThreadAllocatedBytes() - allocated - costs.hostile.body().length;
        }
    }

    private Fingerprint fingerprint(Hostile hostile)
            throws IOException, ServletException, BodyTooLargeException, BodyMemoryFullException {
        BodyRequest request = new BodyRequest(hostile.contentType(), hostile.body());
        int limit = HostileBodies.LENGTH + 100;
        RepeatableRequest repeatable = RepeatableRequest.of(request.asRequest(), limit, limit, bodies);
        return fingerprinter.fingerprint(RequestContents.of(repeatable));
    }
}
