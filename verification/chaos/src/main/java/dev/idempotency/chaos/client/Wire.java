package dev.idempotency.chaos.client;

import java.io.EOFException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * One request over one connection. Not a client library: those retry on their own, keep connections, and hide how an exchange
 * ended.
 */
final class Wire {

    private Wire() {}

    /** @throws IOException if no whole answer came back in time; nobody knows then what became of the request */
    static Reply exchange(int port, String request, Duration patience) throws IOException {
        long deadline = System.nanoTime() + patience.toNanos();
        try (Socket socket = new Socket()) {
            connect(socket, port, deadline);
            send(socket, request);
            StringBuilder answer = new StringBuilder();
            while (readMore(socket, answer, deadline)) {
                // Until the server closes the connection.
            }
            return Reply.parse(answer.toString());
        }
    }

    static void connect(Socket socket, int port, long deadline) throws IOException {
        socket.setTcpNoDelay(true);
        socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), millisUntil(deadline));
    }

    static void send(Socket socket, String text) throws IOException {
        socket.getOutputStream().write(text.getBytes(StandardCharsets.ISO_8859_1));
        socket.getOutputStream().flush();
    }

    /** Waits for more of the answer, and returns false at its end. */
    static boolean readMore(Socket socket, StringBuilder answer, long deadline) throws IOException {
        byte[] buffer = new byte[8_192];
        socket.setSoTimeout(millisUntil(deadline));
        int n = socket.getInputStream().read(buffer);
        if (n > 0) {
            answer.append(new String(buffer, 0, n, StandardCharsets.ISO_8859_1));
        }
        return n >= 0;
    }

    private static int millisUntil(long deadline) throws SocketTimeoutException {
        long millis = (deadline - System.nanoTime()) / 1_000_000;
        if (millis <= 0) {
            throw new SocketTimeoutException("hung up");
        }
        return (int) millis;
    }

    /** An answer: status, headers by their lower-case names, body. */
    record Reply(int status, Map<String, String> headers, String body) {

        String header(String name) {
            return headers.getOrDefault(name, "");
        }

        static Reply parse(String text) throws EOFException {
            int end = text.indexOf("\r\n\r\n");
            if (end < 0) {
                throw new EOFException("cut off");
            }
            List<String> lines = text.substring(0, end).lines().toList();
            Map<String, String> headers = lines.stream()
                    .skip(1)
                    .map(line -> line.split(":", 2))
                    .collect(Collectors.toMap(
                            pair -> pair[0].toLowerCase(Locale.ROOT), pair -> pair[1].strip(), (a, b) -> a + ", " + b));
            int status = Integer.parseInt(lines.get(0).substring(9, 12));
            return new Reply(status, headers, body(headers, text.substring(end + 4)));
        }

        private static String body(Map<String, String> headers, String rest) throws EOFException {
            if (headers.getOrDefault("transfer-encoding", "").equals("chunked")) {
                return unchunked(rest);
            }
            int length = Integer.parseInt(headers.getOrDefault("content-length", "0"));
            if (rest.length() < length) {
                throw new EOFException("cut off");
            }
            return rest.substring(0, length);
        }

        private static String unchunked(String rest) throws EOFException {
            StringBuilder body = new StringBuilder();
            int at = 0;
            while (true) {
                int line = rest.indexOf("\r\n", at);
                if (line < 0) {
                    throw new EOFException("cut off");
                }
                int length = Integer.parseInt(rest.substring(at, line), 16);
                if (length == 0) {
                    return body.toString();
                }
                at = line + 2 + length + 2;
                if (at > rest.length()) {
                    throw new EOFException("cut off");
                }
                body.append(rest, line + 2, line + 2 + length);
            }
        }
    }
}
