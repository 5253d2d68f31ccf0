package dev.idempotency.jdbc;

import java.io.FilterInputStream;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.util.concurrent.atomic.AtomicInteger;
import javax.net.SocketFactory;

/** Sockets that the driver makes by the name of this class. They count how often it has sent something and waits for an answer. */
public final class CountedSockets extends SocketFactory {

    private static final ThreadLocal<AtomicInteger> ROUND_TRIPS = ThreadLocal.withInitial(AtomicInteger::new);

    static String parameter() {
        return "?socketFactory=" + CountedSockets.class.getName();
    }

    /** How many round trips this thread makes meanwhile. */
    static int roundTrips(Runnable action) {
        int before = ROUND_TRIPS.get().get();
        action.run();
        return ROUND_TRIPS.get().get() - before;
    }

    @Override
    public Socket createSocket() {
        return new CountedSocket();
    }

    @Override
    public Socket createSocket(String host, int port) {
        throw new UnsupportedOperationException();
    }

    @Override
    public Socket createSocket(String host, int port, InetAddress localHost, int localPort) {
        throw new UnsupportedOperationException();
    }

    @Override
    public Socket createSocket(InetAddress host, int port) {
        throw new UnsupportedOperationException();
    }

    @Override
    public Socket createSocket(InetAddress address, int port, InetAddress localAddress, int localPort) {
        throw new UnsupportedOperationException();
    }

    private static final class CountedSocket extends Socket {

        private boolean isSent;

        @Override
        public OutputStream getOutputStream() throws IOException {
            return new FilterOutputStream(super.getOutputStream()) {
                @Override
                public void write(byte[] bytes, int offset, int length) throws IOException {
                    isSent = true;
                    out.write(bytes, offset, length);
                }
            };
        }

        @Override
        public InputStream getInputStream() throws IOException {
            return new FilterInputStream(super.getInputStream()) {
                @Override
                public int read(byte[] bytes, int offset, int length) throws IOException {
                    if (isSent) {
                        isSent = false;
                        ROUND_TRIPS.get().incrementAndGet();
                    }
                    return super.read(bytes, offset, length);
                }
            };
        }
    }
}
