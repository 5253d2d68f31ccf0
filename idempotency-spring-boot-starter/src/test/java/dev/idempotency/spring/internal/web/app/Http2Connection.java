package dev.idempotency.spring.internal.web.app;

import java.io.ByteArrayOutputStream;
import java.io.Closeable;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Map;

/** A connection that speaks HTTP/2 at once, with one request. It never grants more than the first 64 KB of an answer. */
public final class Http2Connection implements Closeable {

    private static final int DATA = 0;
    private static final int HEADERS = 1;
    private static final int RST_STREAM = 3;
    private static final int SETTINGS = 4;
    private static final int PING = 6;
    private static final int ACK = 1;
    private static final int END_OF_REQUEST = 5;
    private static final int CANCEL = 8;

    /** What every server knows by number. */
    private static final int METHOD_POST = 0x83;

    private static final int SCHEME_HTTP = 0x86;
    private static final int PATH = 4;
    private static final int AUTHORITY = 1;

    private final Socket socket;
    private final DataInputStream in;

    private Http2Connection(Socket socket) throws IOException {
        this.socket = socket;
        this.in = new DataInputStream(socket.getInputStream());
    }

    public static Http2Connection to(int port) throws IOException {
        Socket socket = new Socket(InetAddress.getLoopbackAddress(), port);
        socket.setSoTimeout(15_000);
        Http2Connection connection = new Http2Connection(socket);
        socket.getOutputStream().write("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".getBytes(StandardCharsets.ISO_8859_1));
        connection.send(SETTINGS, 0, 0, new byte[0]);
        return connection;
    }

    /** Sends a request without a body. */
    public void post(String path, Map<String, String> headers) throws IOException {
        ByteArrayOutputStream block = new ByteArrayOutputStream();
        block.write(METHOD_POST);
        block.write(SCHEME_HTTP);
        block.write(PATH);
        text(block, path);
        block.write(AUTHORITY);
        text(block, "localhost");
        for (Map.Entry<String, String> header : headers.entrySet()) {
            field(block, header.getKey(), header.getValue());
        }
        send(HEADERS, END_OF_REQUEST, 1, block.toByteArray());
    }

    /** A part of the answer's body has come. */
    public void awaitBody() throws IOException {
        await(DATA, 0);
    }

    /** Takes no more of the answer; the connection stays. Returns when the server has read that. */
    public void cancel() throws IOException {
        send(RST_STREAM, 0, 1, ByteBuffer.allocate(4).putInt(CANCEL).array());
        send(PING, 0, 0, new byte[8]);
        await(PING, ACK);
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

    private void await(int wanted, int wantedFlags) throws IOException {
        int type;
        int flags;
        do {
            int length = (in.readUnsignedByte() << 16) | in.readUnsignedShort();
            type = in.readUnsignedByte();
            flags = in.readUnsignedByte();
            in.readInt();
            in.readFully(new byte[length]);
            if (type == SETTINGS && flags == 0) {
                send(SETTINGS, ACK, 0, new byte[0]);
            }
        } while (type != wanted || (flags & wantedFlags) != wantedFlags);
    }

    private void send(int type, int flags, int stream, byte[] payload) throws IOException {
        ByteBuffer frame = ByteBuffer.allocate(9 + payload.length);
        frame.put((byte) 0).putShort((short) payload.length);
        frame.put((byte) type).put((byte) flags).putInt(stream).put(payload);
        OutputStream out = socket.getOutputStream();
        out.write(frame.array());
        out.flush();
    }

    /** As it is, not to be remembered by the server. */
    private static void field(ByteArrayOutputStream block, String name, String value) {
        block.write(0);
        text(block, name);
        text(block, value);
    }

    private static void text(ByteArrayOutputStream block, String text) {
        byte[] bytes = text.getBytes(StandardCharsets.ISO_8859_1);
        block.write(bytes.length);
        block.writeBytes(bytes);
    }
}
