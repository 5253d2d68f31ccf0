package dev.idempotency.testbed;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.util.Arrays;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * A stretch of network between a client and a server on this machine, with every fault that a network has: it refuses, cuts,
 * swallows and delays, at once or when a client sends a certain text.
 */
public final class TcpProxy implements AutoCloseable {

    private volatile InetSocketAddress target;
    private final int port;
    private final Set<Link> links = ConcurrentHashMap.newKeySet();
    private final Gate gate = new Gate();
    private volatile ServerSocket listener;
    private Trap trap = Trap.NONE;

    public TcpProxy(String host, int targetPort) {
        this.target = new InetSocketAddress(host, targetPort);
        this.listener = listen(0);
        this.port = listener.getLocalPort();
    }

    public static TcpProxy to(Database database) {
        return new TcpProxy(database.host(), database.port());
    }

    public int port() {
        return port;
    }

    /** Leads every new connection to another server. Those that are open stay where they are. */
    public void redirect(Database to) {
        target = new InetSocketAddress(to.host(), to.port());
    }

    /** Cuts every connection that is open now. New ones work. */
    public void cut() {
        links.forEach(Link::close);
    }

    /** Takes no new connection, and cuts those that are open, until {@link #accept}. */
    public void refuse() {
        close(listener);
        cut();
    }

    public void accept() {
        listener = listen(port);
    }

    /** Swallows everything in both directions, keeping the connections open, until {@link #release}. */
    public void hold() {
        gate.shut();
    }

    public void release() {
        gate.open();
    }

    /** Does this to the next connection on which the client sends the text. Only the first such connection is hit. */
    public synchronized Trap when(String clientSends, OnSight onSight) {
        trap = new Trap(clientSends, onSight);
        return trap;
    }

    private synchronized Trap sprungBy(byte[] chunk) {
        Trap sprung = trap.springs(chunk) ? trap : Trap.NONE;
        if (sprung == trap) {
            trap = Trap.NONE;
        }
        return sprung;
    }

    /** What is held never arrives. */
    @Override
    public void close() {
        refuse();
        gate.open();
    }

    private ServerSocket listen(int onPort) {
        try {
            ServerSocket socket = new ServerSocket();
            socket.setReuseAddress(true);
            socket.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), onPort));
            start("proxy-" + socket.getLocalPort(), () -> acceptAll(socket));
            return socket;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void acceptAll(ServerSocket socket) throws IOException {
        while (!socket.isClosed()) {
            Socket client = socket.accept();
            if (socket.isClosed()) {
                // Closing does not keep a call that waits already from taking one connection more.
                close(client);
                return;
            }
            Socket server = new Socket();
            try {
                server.connect(target, 2_000);
            } catch (IOException unreachable) {
                close(client);
                continue;
            }
            client.setTcpNoDelay(true);
            server.setTcpNoDelay(true);
            Link link = new Link(client, server);
            links.add(link);
            start("proxy-up", () -> pump(link, client.getInputStream(), server.getOutputStream(), true));
            start("proxy-down", () -> pump(link, server.getInputStream(), client.getOutputStream(), false));
        }
    }

    private void pump(Link link, InputStream from, OutputStream to, boolean upwards) throws IOException {
        byte[] buffer = new byte[65_536];
        try {
            for (int n = from.read(buffer); n >= 0; n = from.read(buffer)) {
                gate.pass();
                byte[] chunk = Arrays.copyOf(buffer, n);
                Trap sprung = upwards ? sprungBy(chunk) : Trap.NONE;
                switch (sprung.onSight()) {
                    case CUT_BEFORE -> {
                        sprung.spring();
                        return;
                    }
                    case CUT_AFTER -> link.mute();
                    case HOLD_BEFORE -> sprung.hold();
                    case HOLD_AFTER -> link.holdAnswer(sprung);
                    case PASS -> {}
                }
                if (!upwards) {
                    link.holdIfAsked();
                    if (link.isMuted()) {
                        link.answered();
                        return;
                    }
                }
                to.write(chunk);
                to.flush();
                if (sprung.onSight() != OnSight.HOLD_AFTER) {
                    sprung.spring();
                }
            }
        } finally {
            link.close();
            links.remove(link);
        }
    }

    private static void start(String name, Work work) {
        Thread thread = new Thread(
                () -> {
                    try {
                        work.run();
                    } catch (SocketException closed) {
                        // The usual end of a connection.
                    } catch (IOException e) {
                        throw new UncheckedIOException(e);
                    }
                },
                name);
        thread.setDaemon(true);
        thread.start();
    }

    static void close(AutoCloseable closeable) {
        try {
            closeable.close();
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    private interface Work {
        void run() throws IOException;
    }

    /** What happens to a connection on which a text was seen. */
    public enum OnSight {
        /** It passes; whoever waits for it is told. */
        PASS,
        /** The connection is cut; the server never sees the text. */
        CUT_BEFORE,
        /** The server sees the text and acts on it; its answer is swallowed and the connection cut. */
        CUT_AFTER,
        /** It is held on its way to the server until the trap lets go; whoever waits for it is told. */
        HOLD_BEFORE,
        /** The server sees the text and acts on it; its answer is held until the trap lets go, and whoever waits is told. */
        HOLD_AFTER
    }
}
