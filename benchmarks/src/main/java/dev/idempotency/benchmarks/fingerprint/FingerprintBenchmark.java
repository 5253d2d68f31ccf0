package dev.idempotency.benchmarks.fingerprint;

import dev.idempotency.core.fingerprint.CanonicalFingerprinter;
import dev.idempotency.core.fingerprint.Fingerprint;
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
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * A whole fingerprint beside the least that any fingerprint costs, the hash of the raw bytes, and beside another
 * implementation of RFC 8785 with the same hash behind it. Only the ratios mean something. The
 * iterations are many and short, so that on a machine that does other things too the fastest can be compared.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 40, time = 100, timeUnit = TimeUnit.MILLISECONDS)
@Fork(2)
public class FingerprintBenchmark {

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
    public byte[] rawHash() throws NoSuchAlgorithmException {
        return MessageDigest.getInstance("SHA-256").digest(body);
    }

    @Benchmark
    public Fingerprint fingerprint() {
        return fingerprinter.fingerprint(
                new RequestContent("POST", "/orders", null, "application/json", RequestBody.of(body)));
    }

    @Benchmark
    public byte[] otherCanonicalizer() throws IOException, NoSuchAlgorithmException {
        return MessageDigest.getInstance("SHA-256").digest(new JsonCanonicalizer(body).getEncodedUTF8());
    }
}
