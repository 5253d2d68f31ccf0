package dev.idempotency.benchmarks.fingerprint;

import dev.idempotency.core.fingerprint.CanonicalFingerprinter;
import dev.idempotency.core.fingerprint.Fingerprinter;
import dev.idempotency.core.fingerprint.RequestBody;
import dev.idempotency.core.fingerprint.RequestContent;
import java.io.IOException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.concurrent.TimeUnit;
import org.erdtman.jcs.JsonCanonicalizer;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;
import org.openjdk.jmh.infra.Blackhole;

/**
 * A whole fingerprint beside the least that any fingerprint costs, the hash of the raw bytes, and beside another
 * implementation of RFC 8785 with the same hash behind it.
 *
 * <p>Only the ratios mean something. Compare medians (p0.50): on a machine that does other things too, averages tell of
 * those. A sample is a few operations long, so that reading the clock does not count.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.SampleTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(2)
public class FingerprintBenchmark {

    private static final int OPERATIONS = 16;

    @Param({"200", "2000", "100000"})
    private int bytes;

    @Param
    private Spelling spelling = Spelling.COMPACT;

    private final Fingerprinter fingerprinter = new CanonicalFingerprinter();
    private byte[] body = {};

    @Setup
    public void makeBody() {
        body = OrderJson.ofLength(bytes, spelling);
    }

    @Benchmark
    @OperationsPerInvocation(OPERATIONS)
    public void rawHash(Blackhole results) throws NoSuchAlgorithmException {
        for (int i = 0; i < OPERATIONS; i++) {
            results.consume(MessageDigest.getInstance("SHA-256").digest(body));
        }
    }

    @Benchmark
    @OperationsPerInvocation(OPERATIONS)
    public void fingerprint(Blackhole results) {
        for (int i = 0; i < OPERATIONS; i++) {
            results.consume(fingerprinter.fingerprint(
                    new RequestContent("POST", "/orders", null, "application/json", RequestBody.of(body))));
        }
    }

    @Benchmark
    @OperationsPerInvocation(OPERATIONS)
    public void otherCanonicalizer(Blackhole results) throws IOException, NoSuchAlgorithmException {
        for (int i = 0; i < OPERATIONS; i++) {
            byte[] canonical = new JsonCanonicalizer(body).getEncodedUTF8();
            results.consume(MessageDigest.getInstance("SHA-256").digest(canonical));
        }
    }
}
