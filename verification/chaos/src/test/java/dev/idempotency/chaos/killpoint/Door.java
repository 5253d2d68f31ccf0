package dev.idempotency.chaos.killpoint;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;

/** Stands still because the application knocks here and waits for the door to be shut in its face. */
final class Door implements Stop {

    private final ServerSocket listener;
    private Socket visitor = new Socket();

    Door() {
        try {
            listener = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
            listener.setSoTimeout(20_000);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** What the application does. */
    static void knockAt(int port) {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            while (socket.getInputStream().read() >= 0) {
                // Nobody says anything.
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void await() throws IOException {
        visitor = listener.accept();
    }

    @Override
    public int door() {
        return listener.getLocalPort();
    }

    @Override
    public void close() {
        try {
            visitor.close();
            listener.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
