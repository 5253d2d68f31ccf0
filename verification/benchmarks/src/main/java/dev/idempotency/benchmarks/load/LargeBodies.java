package dev.idempotency.benchmarks.load;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.LockSupport;

/** Sends a body of 1 MB over each of many connections. All but its last byte are sent before any connection sends that. */
final class LargeBodies {

    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final Duration PAUSE = Duration.ofSeconds(1);
    private static final int CREATED = 201;
    private static final int UNAVAILABLE = 503;
    private static final int FAILED = -1;

    private final int port;
    private final String path;
    private final int connections;
    private final byte[] body;

    LargeBodies(int port, String path, int connections, int length) {
        this.port = port;
        this.path = path;
        this.connections = connections;
        String order = "{\"sku\":\"book\",\"quantity\":2,\"note\":\"\",\"padding\":\"";
        this.body = (order + "x".repeat(length - order.length() - 2) + "\"}").getBytes(StandardCharsets.US_ASCII);
    }

    /**
     * What became of the requests.
     *
     * @param answered by the handler, at the first attempt
     * @param refused by 503, at the first attempt
     * @param failed otherwise, at the first attempt; mostly without any answer
     * @param inTheEnd answered by the handler, at the first attempt or when what was refused was sent again with the same key
     */
    record Result(int answered, int refused, int failed, int inTheEnd) {}

    Result send() {
        ExecutorService threads = Executors.newFixedThreadPool(connections);
        try {
            CyclicBarrier together = new CyclicBarrier(connections);
            List<Future<int[]>> statuses = new ArrayList<>();
            for (int i = 0; i < connections; i++) {
                statuses.add(threads.submit(() -> firstAndLast(together)));
            }
            int[] counts = new int[4];
            for (Future<int[]> each : statuses) {
                int[] both = each.get();
                counts[both[0] == CREATED ? 0 : both[0] == UNAVAILABLE ? 1 : 2]++;
                counts[3] += both[1] == CREATED ? 1 : 0;
            }
            return new Result(counts[0], counts[1], counts[2], counts[3]);
        } catch (InterruptedException | ExecutionException e) {
            throw new IllegalStateException(e);
        } finally {
            threads.shutdownNow();
        }
    }

    /** The statuses of the first attempt and of the last one. */
    private int[] firstAndLast(CyclicBarrier together) {
        String key = UUID.randomUUID().toString();
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        int first = attempt(key, together);
        int last = first;
        while (last == UNAVAILABLE && System.nanoTime() < deadline) {
            LockSupport.parkNanos(PAUSE.toNanos());
            last = attempt(key, new CyclicBarrier(1));
        }
        return new int[] {first, last};
    }

    private int attempt(String key, CyclicBarrier together) {
        try (Socket socket = new Socket()) {
            socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), (int) PATIENCE.toMillis());
            socket.setSoTimeout((int) PATIENCE.toMillis());
            return exchange(socket, key, together);
        } catch (IOException | BrokenBarrierException | TimeoutException e) {
            return FAILED;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return FAILED;
        }
    }

    /** A server that refuses may close before it has read everything: what it said is read all the same. */
    private int exchange(Socket socket, String key, CyclicBarrier together)
            throws IOException, InterruptedException, BrokenBarrierException, TimeoutException {
        String head = "POST " + path + " HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\nIdempotency-Key: " + key
                + "\r\nContent-Type: application/json\r\nContent-Length: " + body.length + "\r\n\r\n";
        try {
            socket.getOutputStream().write(head.getBytes(StandardCharsets.US_ASCII));
            socket.getOutputStream().write(body, 0, body.length - 1);
        } finally {
            together.await(PATIENCE.toSeconds(), TimeUnit.SECONDS);
        }
        try {
            socket.getOutputStream().write(body, body.length - 1, 1);
        } catch (IOException refusedBefore) {
            // The status tells.
        }
        String status = new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.US_ASCII))
                .readLine();
        return status == null ? FAILED : Integer.parseInt(status.substring(9, 12));
    }
}
