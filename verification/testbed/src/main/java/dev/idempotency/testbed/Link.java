package dev.idempotency.testbed;

import java.net.Socket;

/** One connection through the proxy. */
final class Link {

    private final Socket client;
    private final Socket server;
    private volatile boolean muted;
    private volatile Trap heldBack = Trap.NONE;

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

    /** What the server answers next is held. */
    void holdAnswer(Trap trap) {
        heldBack = trap;
    }

    void holdIfAsked() {
        Trap trap = heldBack;
        if (trap != Trap.NONE) {
            heldBack = Trap.NONE;
            trap.hold();
        }
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
