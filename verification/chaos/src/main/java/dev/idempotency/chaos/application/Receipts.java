package dev.idempotency.chaos.application;

import dev.idempotency.chaos.history.Receipt;
import dev.idempotency.core.record.Header;
import dev.idempotency.core.record.RecordedAnswer;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;

/** A receipt as an answer: by the handler, or later, to the byte, by whoever found out about it. */
final class Receipts {

    private static final int BLOCK = 10_000;
    private static final Duration BETWEEN_FLUSHES = Duration.ofMillis(80);

    private Receipts() {}

    static ResponseEntity<byte[]> response(HttpStatus status, Receipt receipt) {
        ResponseEntity.BodyBuilder response = ResponseEntity.status(status);
        headers(receipt).forEach(header -> response.header(header.name(), header.value()));
        return response.body(bytes(receipt));
    }

    /** In the form that the receipt is to have. Null when it has been written already. */
    static @Nullable ResponseEntity<byte[]> created(Receipt receipt, HttpServletResponse response) throws IOException {
        switch (receipt.form()) {
            case WRITTEN -> write(receipt, response, BLOCK, false);
            case FLUSHED -> write(receipt, response, bytes(receipt).length / 3 + 1, true);
            case SHORT, LONG, OVERSIZED -> {
                return response(HttpStatus.CREATED, receipt);
            }
        }
        return null;
    }

    private static void write(Receipt receipt, HttpServletResponse response, int block, boolean flushed)
            throws IOException {
        response.setStatus(HttpStatus.CREATED.value());
        headers(receipt).forEach(header -> response.setHeader(header.name(), header.value()));
        OutputStream out = response.getOutputStream();
        byte[] bytes = bytes(receipt);
        for (int at = 0; at < bytes.length; at += block) {
            out.write(bytes, at, Math.min(block, bytes.length - at));
            if (flushed) {
                out.flush();
                LockSupport.parkNanos(BETWEEN_FLUSHES.toNanos());
            }
        }
    }

    static RecordedAnswer recorded(Receipt receipt) {
        return RecordedAnswer.of(HttpStatus.CREATED.value(), headers(receipt), bytes(receipt));
    }

    private static List<Header> headers(Receipt receipt) {
        return List.of(
                new Header("Content-Type", "application/json"),
                new Header("Location", "/effects/" + receipt.run()),
                new Header("ETag", "\"" + receipt.run() + "\""));
    }

    private static byte[] bytes(Receipt receipt) {
        return receipt.body().getBytes(StandardCharsets.UTF_8);
    }
}
