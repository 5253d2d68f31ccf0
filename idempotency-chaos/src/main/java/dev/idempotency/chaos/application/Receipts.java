package dev.idempotency.chaos.application;

import dev.idempotency.chaos.history.Receipt;
import dev.idempotency.core.record.Header;
import dev.idempotency.core.record.RecordedAnswer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;

/** A receipt as an answer: by the handler, or later, to the byte, by whoever found out about it. */
final class Receipts {

    private Receipts() {}

    static ResponseEntity<byte[]> response(HttpStatus status, Receipt receipt) {
        ResponseEntity.BodyBuilder response = ResponseEntity.status(status);
        headers(receipt).forEach(header -> response.header(header.name(), header.value()));
        return response.body(bytes(receipt));
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
        return receipt.toJson().getBytes(StandardCharsets.UTF_8);
    }
}
