package dev.idempotency.sample.process;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicInteger;

/** A stretch of network to a server that may move, which cuts a share of all answers somewhere between none and all of their bytes. */
final class CuttingProxy implements AutoCloseable {

    private final ServerSocket listener;
    private final double share;
    private final AtomicInteger cuts = new AtomicInteger();
    private volatile int target;

    CuttingProxy(double share) throws IOException {
        this.share = share;
        listener = new ServerSocket(0, 200, InetAddress.getLoopbackAddress());
        start(this::accept);
    }

    int port() {
        return listener.getLocalPort();
    }

    /** Leads new connections to this port. */
    void leadTo(int port) {
        target = port;
    }

    int cuts() {
        return cuts.get();
    }

    private void accept() throws IOException {
        while (!listener.isClosed()) {
            Socket client = listener.accept();
            start(() -> connect(client));
        }
    }

    private void connect(Socket client) throws IOException {
        try (client;
                Socket server = new Socket(InetAddress.getLoopbackAddress(), target)) {
            start(() -> pump(client, server));
            answers(server, client);
        }
    }

    private static void pump(Socket from, Socket to) throws IOException {
        try (from;
                to) {
            from.getInputStream().transferTo(to.getOutputStream());
        }
    }

    private void answers(Socket server, Socket client) throws IOException {
        InputStream from = server.getInputStream();
        OutputStream to = client.getOutputStream();
        byte[] buffer = new byte[65_536];
        for (int n = from.read(buffer); n >= 0; n = from.read(buffer)) {
            if (ThreadLocalRandom.current().nextDouble() < share) {
                cuts.incrementAndGet();
                to.write(buffer, 0, ThreadLocalRandom.current().nextInt(n));
                to.flush();
                return;
            }
            to.write(buffer, 0, n);
            to.flush();
        }
    }

    private static void start(Work work) {
        Thread thread = new Thread(() -> {
            try {
                work.run();
            } catch (IOException closed) {
                // The usual end of a connection, and of a server that was killed.
            }
        });
        thread.setDaemon(true);
        thread.start();
    }

    @Override
    public void close() {
        try {
            listener.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private interface Work {
        void run() throws IOException;
    }
}
