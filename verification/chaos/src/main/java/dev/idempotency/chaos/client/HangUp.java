package dev.idempotency.chaos.client;

import static java.util.concurrent.TimeUnit.MILLISECONDS;

import dev.idempotency.chaos.history.FaultKind;
import dev.idempotency.chaos.time.Pause;
import java.io.IOException;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Random;

/** One request whose client leaves at some point. It hangs up in order, or resets the connection. */
final class HangUp {

    /** So small that a long answer cannot be on its way as a whole. */
    private static final int RECEIVED_AT_ONCE = 16_384;

    private static final int LONGEST_PAUSE = 60;
    private static final Duration QUESTION = Duration.ofMillis(500);
    private static final Duration BETWEEN_QUESTIONS = Duration.ofMillis(10);
    private static final String HEAD_END = "\r\n\r\n";
    private static final String CREATED = "HTTP/1.1 201";

    private final int port;
    private final String attempt;
    private final String request;
    private final boolean passing;
    private final Random random;

    /** @param passing whether the answer passes through */
    HangUp(int port, String attempt, String request, boolean passing, Random random) {
        this.port = port;
        this.attempt = attempt;
        this.request = request;
        this.passing = passing;
        this.random = random;
    }

    /** @throws IOException if the server, or the time, ends the exchange before */
    Ending at(Departure departure, Duration patience) throws IOException {
        long deadline = System.nanoTime() + patience.toNanos();
        try (Socket socket = new Socket()) {
            socket.setReceiveBufferSize(RECEIVED_AT_ONCE);
            Wire.connect(socket, port, deadline);
            if (random.nextBoolean()) {
                socket.setSoLinger(true, 0); // Closing resets the connection.
            }
            return switch (departure) {
                case WHILE_SENDING -> leaveWhileSending(socket);
                case AFTER_SENDING -> leaveAfterSending(socket);
                case WHILE_RUNNING -> leaveWhileRunning(socket, deadline);
                case WHILE_ANSWERED -> leaveWhileAnswered(socket, deadline);
                case NONE -> throw new IllegalArgumentException("This client waits for its answer");
            };
        }
    }

    private Ending leaveWhileSending(Socket socket) throws IOException {
        Wire.send(socket, request.substring(0, 1 + random.nextInt(request.length() - 1)));
        return new Ending.Departed(FaultKind.LEFT_WHILE_SENDING);
    }

    private Ending leaveAfterSending(Socket socket) throws IOException {
        Wire.send(socket, request);
        try {
            return readAll(
                    socket,
                    new StringBuilder(),
                    System.nanoTime() + MILLISECONDS.toNanos(random.nextInt(LONGEST_PAUSE)));
        } catch (SocketTimeoutException notYet) {
            return new Ending.Departed(FaultKind.LEFT_AFTER_SENDING);
        }
    }

    /** The node tells whether the handler is at work. */
    private Ending leaveWhileRunning(Socket socket, long deadline) throws IOException {
        Wire.send(socket, request);
        while (socket.getInputStream().available() == 0) {
            if (isRunning()) {
                return new Ending.Departed(FaultKind.LEFT_WHILE_RUNNING);
            }
            if (System.nanoTime() > deadline) {
                throw new SocketTimeoutException("hung up");
            }
            Pause.of(BETWEEN_QUESTIONS);
        }
        return readAll(socket, new StringBuilder(), deadline);
    }

    private boolean isRunning() throws IOException {
        String question = "GET /node/running?attempt=" + URLEncoder.encode(attempt, StandardCharsets.UTF_8)
                + " HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n";
        try {
            return Wire.exchange(port, question, QUESTION).body().equals("true");
        } catch (SocketTimeoutException busy) {
            return false;
        }
    }

    /** An answer of another kind is none that one could leave. */
    private Ending leaveWhileAnswered(Socket socket, long deadline) throws IOException {
        Wire.send(socket, request);
        StringBuilder answer = new StringBuilder();
        while (!hasBodyBegun(answer) && Wire.readMore(socket, answer, deadline)) {
            // Until the first byte of the body is there.
        }
        boolean isReceipt = answer.indexOf(CREATED) == 0 && hasBodyBegun(answer);
        return isReceipt
                ? new Ending.Departed(passing ? FaultKind.LEFT_WHILE_PASSING : FaultKind.LEFT_WHILE_ANSWERED)
                : readAll(socket, answer, deadline);
    }

    private static boolean hasBodyBegun(StringBuilder answer) {
        int end = answer.indexOf(HEAD_END);
        return end >= 0 && answer.length() > end + HEAD_END.length();
    }

    private static Ending readAll(Socket socket, StringBuilder answer, long deadline) throws IOException {
        while (Wire.readMore(socket, answer, deadline)) {
            // Until the server closes the connection.
        }
        return new Ending.Answer(Wire.Reply.parse(answer.toString()));
    }

    /** How an exchange ended. */
    sealed interface Ending {

        /** The whole answer was there before. */
        record Answer(Wire.Reply reply) implements Ending {}

        record Departed(FaultKind kind) implements Ending {}
    }
}
