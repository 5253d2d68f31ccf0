package dev.idempotency.benchmarks.load;

import dev.idempotency.benchmarks.report.Latencies;
import dev.idempotency.benchmarks.report.RequestKind;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.SplittableRandom;

/**
 * Sends requests over a number of connections, the next on each as soon as the last was answered. One thread does it all, so
 * that the client takes little of a machine that it shares with what it measures.
 */
final class Client {

    private final int port;
    private final SplittableRandom random;

    Client(int port, SplittableRandom random) {
        this.port = port;
        this.random = random;
    }

    /** Sends requests for that long, and waits for the last answer. */
    Sent send(RequestKind shape, int connections, Duration length) {
        try (Selector selector = Selector.open()) {
            RequestBytes requests = new RequestBytes(shape, random.split());
            for (int i = 0; i < connections; i++) {
                open(selector);
            }
            long start = System.nanoTime();
            Latencies latencies = exchange(selector, shape, requests, start + length.toNanos());
            double seconds = (System.nanoTime() - start) / 1e9;
            for (SelectionKey key : selector.keys()) {
                key.channel().close();
            }
            return new Sent(seconds, latencies);
        } catch (IOException e) {
            throw new IllegalStateException("A request for " + shape + " failed", e);
        }
    }

    private Latencies exchange(Selector selector, RequestKind shape, RequestBytes requests, long deadline)
            throws IOException {
        int outstanding = 0;
        for (SelectionKey key : selector.keys()) {
            write(key, requests.next());
            outstanding++;
        }
        Latencies latencies = new Latencies();
        while (outstanding > 0) {
            selector.select();
            for (SelectionKey key : selector.selectedKeys()) {
                if (isAnswered(key, shape)) {
                    long now = System.nanoTime();
                    latencies.add(now - ((Exchange) key.attachment()).sentAt);
                    if (now < deadline) {
                        write(key, requests.next());
                    } else {
                        outstanding--;
                    }
                }
            }
            selector.selectedKeys().clear();
        }
        return latencies;
    }

    private void open(Selector selector) throws IOException {
        SocketChannel channel = SocketChannel.open(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
        channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
        channel.configureBlocking(false);
        channel.register(selector, SelectionKey.OP_READ, new Exchange());
    }

    private static void write(SelectionKey key, ByteBuffer request) throws IOException {
        ((Exchange) key.attachment()).sentAt = System.nanoTime();
        while (request.hasRemaining()) {
            ((SocketChannel) key.channel()).write(request);
        }
    }

    private static boolean isAnswered(SelectionKey key, RequestKind shape) throws IOException {
        Exchange exchange = (Exchange) key.attachment();
        if (((SocketChannel) key.channel()).read(exchange.answers.buffer()) < 0) {
            throw new IOException("The server closed the connection");
        }
        int status = exchange.answers.take();
        if (status != 0 && status != shape.status()) {
            throw new IOException("Status " + status + " in place of " + shape.status());
        }
        return status != 0;
    }

    /** @param seconds from the first request to the last answer */
    record Sent(double seconds, Latencies latencies) {

        double perSecond() {
            return latencies.count() / seconds;
        }
    }

    private static final class Exchange {
        private final Answers answers = new Answers();
        private long sentAt;
    }
}
