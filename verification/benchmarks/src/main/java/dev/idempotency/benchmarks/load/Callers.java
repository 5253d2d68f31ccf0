package dev.idempotency.benchmarks.load;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.LongAdder;

/** Callers who send requests with new keys over a number of connections, the next as soon as the last was answered. */
final class Callers {

    private static final String BODY = "{\"sku\":\"book\",\"quantity\":2,\"note\":\"none\"}";
    private static final int CREATED = 201;
    private static final int TOO_MANY = 429;

    private final int port;
    private final String path;
    private final int names;
    private final CountDownLatch over = new CountDownLatch(1);
    private final List<Thread> threads = new ArrayList<>();
    private final LongAdder created = new LongAdder();
    private final LongAdder refused = new LongAdder();

    /**
     * @param name of the callers
     * @param names how many there are, in turn
     */
    Callers(int port, String path, String name, int names, int connections) {
        this.port = port;
        this.path = path;
        this.names = names;
        SplittableRandom random = new SplittableRandom();
        for (int i = 0; i < connections; i++) {
            SplittableRandom own = random.split();
            Thread thread = new Thread(() -> send(name, own), "benchmark-" + name + "-" + i);
            threads.add(thread);
            thread.start();
        }
    }

    /** Returns when the last answer has come. */
    void stop() {
        over.countDown();
        for (Thread thread : threads) {
            try {
                thread.join();
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }
    }

    /** How many were answered by the handler. */
    long created() {
        return created.sum();
    }

    /** How many were told that they use too many keys. */
    long refused() {
        return refused.sum();
    }

    private void send(String name, SplittableRandom random) {
        try (SocketChannel channel =
                SocketChannel.open(new InetSocketAddress(InetAddress.getLoopbackAddress(), port))) {
            channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
            Answers answers = new Answers();
            while (over.getCount() > 0) {
                channel.write(request(name + random.nextInt(names), random));
                count(answer(channel, answers));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private ByteBuffer request(String caller, SplittableRandom random) {
        String text = "POST " + path + " HTTP/1.1\r\nHost: 127.0.0.1\r\nCaller: " + caller + "\r\nIdempotency-Key: "
                + Long.toHexString(random.nextLong()) + Long.toHexString(random.nextLong())
                + "\r\nContent-Type: application/json\r\nContent-Length: " + BODY.length() + "\r\n\r\n" + BODY;
        return ByteBuffer.wrap(text.getBytes(StandardCharsets.US_ASCII));
    }

    private static int answer(SocketChannel channel, Answers answers) throws IOException {
        int status = 0;
        while (status == 0) {
            if (channel.read(answers.buffer()) < 0) {
                throw new IOException("The server closed the connection");
            }
            status = answers.take();
        }
        return status;
    }

    private void count(int status) {
        if (status == CREATED) {
            created.increment();
        } else if (status == TOO_MANY) {
            refused.increment();
        } else {
            throw new IllegalStateException("Status " + status);
        }
    }
}
