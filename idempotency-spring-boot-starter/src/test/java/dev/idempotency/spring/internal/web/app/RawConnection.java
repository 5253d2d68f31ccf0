package dev.idempotency.spring.internal.web.app;

import java.io.Closeable;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;

/** A connection on which a test says exactly what it wants. Bytes are ISO 8859-1. */
public final class RawConnection implements Closeable {

    private final Socket socket;

    private RawConnection(Socket socket) {
        this.socket = socket;
    }

    public static RawConnection to(int port) throws IOException {
        Socket socket = new Socket(InetAddress.getLoopbackAddress(), port);
        socket.setSoTimeout(15_000);
        return new RawConnection(socket);
    }

    /** The server can send little before somebody reads. */
    public static RawConnection readingLittle(int port) throws IOException {
        Socket socket = new Socket();
        socket.setReceiveBufferSize(4096);
        socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
        socket.setSoTimeout(15_000);
        return new RawConnection(socket);
    }

    /** Sends one request and reads until the server closes. */
    public static String exchange(int port, String request) throws IOException {
        try (RawConnection connection = to(port)) {
            connection.send(request);
            return connection.readAll();
        }
    }

    public void send(String text) throws IOException {
        socket.getOutputStream().write(text.getBytes(StandardCharsets.ISO_8859_1));
        socket.getOutputStream().flush();
    }

    public String readAll() throws IOException {
        return new String(socket.getInputStream().readAllBytes(), StandardCharsets.ISO_8859_1);
    }

    /** Reads up to the first place where this stands. */
    public String readUntil(String end) throws IOException {
        StringBuilder read = new StringBuilder();
        while (read.indexOf(end) < 0) {
            int next = socket.getInputStream().read();
            if (next < 0) {
                throw new IOException("Closed after: " + read);
            }
            read.append((char) next);
        }
        return read.toString();
    }

    /** How much has arrived and was not read. */
    public int available() throws IOException {
        return socket.getInputStream().available();
    }

    /** Hangs up without any ceremony. */
    public void reset() throws IOException {
        socket.setSoLinger(true, 0);
        socket.close();
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
