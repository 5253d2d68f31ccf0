package dev.idempotency.client.script;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.net.URI;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;

/** A server that answers the n-th request with the n-th reply, and keeps what it was sent. The last reply is for all further requests, too. */
final class ScriptedServer implements AutoCloseable {

    private final ServerSocket listener;
    private final List<Reply> replies;
    private final AtomicInteger count = new AtomicInteger();
    private final List<Seen> seen = new CopyOnWriteArrayList<>();
    private final Set<Socket> open = ConcurrentHashMap.newKeySet();

    ScriptedServer(List<Reply> replies) {
        this(0, replies);
    }

    ScriptedServer(int port, List<Reply> replies) {
        this.replies = List.copyOf(replies);
        try {
            listener = new ServerSocket(port, 50, InetAddress.getLoopbackAddress());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        start(this::accept);
    }

    URI uri() {
        return URI.create("http://127.0.0.1:" + listener.getLocalPort() + "/charges");
    }

    /** The requests so far, in the order of their arrival. */
    List<Seen> seen() {
        return List.copyOf(seen);
    }

    private void accept() throws IOException {
        while (!listener.isClosed()) {
            Socket socket = listener.accept();
            socket.setTcpNoDelay(true);
            open.add(socket);
            start(() -> serve(socket));
        }
    }

    private void serve(Socket socket) throws IOException {
        try (socket) {
            InputStream in = new BufferedInputStream(socket.getInputStream());
            boolean goesOn = true;
            while (goesOn) {
                Seen request = Seen.read(in);
                if (request == null) {
                    return;
                }
                int index = count.getAndIncrement();
                seen.add(request);
                Reply reply = replies.get(Math.min(index, replies.size() - 1));
                goesOn = reply.give(socket);
            }
        } finally {
            open.remove(socket);
        }
    }

    private static void start(Work work) {
        Thread thread = new Thread(() -> {
            try {
                work.run();
            } catch (SocketException closed) {
                // The usual end of a connection.
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        });
        thread.setDaemon(true);
        thread.start();
    }

    @Override
    public void close() throws IOException {
        listener.close();
        for (Socket socket : open) {
            socket.close();
        }
    }

    private interface Work {
        void run() throws IOException;
    }
}
