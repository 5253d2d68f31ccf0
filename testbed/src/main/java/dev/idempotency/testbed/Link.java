package dev.idempotency.testbed;

import java.net.Socket;

/** One connection through the proxy. */
final class Link {

    private final Socket client;
    private final Socket server;
    private volatile boolean muted;

    Link(Socket client, Socket server) {
        this.client = client;
        this.server = server;
    }

    /** From now on the client hears nothing any more. */
    void mute() {
        muted = true;
    }

    boolean isMuted() {
        return muted;
    }

    /** The server has answered what the client will not hear. */
    void answered() {
        close();
    }

    void close() {
        TcpProxy.close(client);
        TcpProxy.close(server);
    }
}
