package dev.idempotency.client.script;

import java.io.IOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;

/** What a server does with a request that it has read. */
@FunctionalInterface
interface Reply {

    String CREATED = "{\"id\":\"ch_1\"}";

    /** Does it, and tells whether the connection goes on. */
    boolean give(Socket socket) throws IOException;

    /** An answer with these header lines. */
    static Reply answer(int status, String body, String... headers) {
        return socket -> {
            write(socket, head(status, headers) + "Content-Length: " + body.length() + "\r\n\r\n" + body);
            return true;
        };
    }

    static Reply created() {
        return answer(201, CREATED, "Content-Type: application/json");
    }

    static Reply replayed() {
        return answer(201, CREATED, "Content-Type: application/json", "Idempotency-Replayed: true");
    }

    static Reply status(int status, String... headers) {
        return answer(status, "", headers);
    }

    /** A problem of RFC 9457. */
    static Reply problem(int status, String code, boolean retryable, String... headers) {
        String body = "{\"type\":\"urn:x\",\"title\":\"a \\\"b\\\" {c}\",\"status\":" + status
                + ",\"nested\":{\"code\":\"no\"}," + "\"list\":[\"code\",{\"retryable\":true}],\"code\":\"" + code
                + "\",\"retryable\":" + retryable + "}";
        String[] all = java.util.Arrays.copyOf(headers, headers.length + 1);
        all[headers.length] = "Content-Type: application/problem+json";
        return answer(status, body, all);
    }

    /** An error in the envelope that Stripe and Fibric have. */
    static Reply error(int status, String type, String code, String... headers) {
        String[] all = java.util.Arrays.copyOf(headers, headers.length + 1);
        all[headers.length] = "Content-Type: application/json";
        return answer(status, "{\"error\":{\"type\":\"" + type + "\",\"code\":\"" + code + "\"}}", all);
    }

    /** The connection is reset without an answer. */
    static Reply cutBeforeTheAnswer() {
        return Reply::reset;
    }

    static Reply cutInTheHead() {
        return socket -> {
            write(socket, "HTTP/1.1 201 Created\r\nContent-Ty");
            return false;
        };
    }

    /** Fewer bytes than were announced. */
    static Reply truncated(int status, String... headers) {
        return socket -> {
            write(
                    socket,
                    head(status, headers) + "Content-Type: application/json\r\nContent-Length: 400\r\n\r\n{\"id\":");
            return false;
        };
    }

    /** Without the last chunk. */
    static Reply truncatedChunks(int status) {
        return socket -> {
            write(
                    socket,
                    head(status)
                            + "Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n6\r\n{\"id\":\r\n");
            return false;
        };
    }

    /** All of the answer, and then the connection is closed. */
    static Reply cutAfter(Reply answer) {
        return socket -> {
            answer.give(socket);
            return false;
        };
    }

    /** More than a client keeps, in chunks. */
    static Reply large(int kilobytes) {
        return socket -> {
            writeChunks(socket, kilobytes);
            write(socket, "0\r\n\r\n");
            return true;
        };
    }

    private static void writeChunks(Socket socket, int kilobytes) throws IOException {
        write(socket, head(200) + "Content-Type: text/plain\r\nTransfer-Encoding: chunked\r\n\r\n");
        String chunk = "10000\r\n" + "x".repeat(1 << 16) + "\r\n";
        for (int i = 0; i < kilobytes / 64; i++) {
            write(socket, chunk);
        }
    }

    /** More than a client keeps, without the last chunk. */
    static Reply largeAndCut(int kilobytes) {
        return socket -> {
            writeChunks(socket, kilobytes);
            return false;
        };
    }

    /** More than a client keeps, and then nothing, until the client has left. */
    static Reply largeAndSilent(int kilobytes, Runnable onLeft) {
        return socket -> {
            writeChunks(socket, kilobytes);
            try {
                return silence().give(socket);
            } finally {
                onLeft.run();
            }
        };
    }

    /** Fewer bytes than were announced, and then nothing, until the client has left. */
    static Reply silenceInTheAnswer(int status) {
        return socket -> {
            write(socket, head(status) + "Content-Type: application/json\r\nContent-Length: 400\r\n\r\n{\"id\":");
            return silence().give(socket);
        };
    }

    /** Nothing at all, until the client has left. */
    static Reply silence() {
        return socket -> {
            while (socket.getInputStream().read() >= 0) {
                // Waits for the end.
            }
            return false;
        };
    }

    private static boolean reset(Socket socket) throws IOException {
        socket.setSoLinger(true, 0);
        return false;
    }

    private static String head(int status, String... headers) {
        StringBuilder head = new StringBuilder("HTTP/1.1 " + status + " Scripted\r\n");
        for (String header : headers) {
            head.append(header).append("\r\n");
        }
        return head.toString();
    }

    private static void write(Socket socket, String text) throws IOException {
        socket.getOutputStream().write(text.getBytes(StandardCharsets.ISO_8859_1));
        socket.getOutputStream().flush();
    }
}
