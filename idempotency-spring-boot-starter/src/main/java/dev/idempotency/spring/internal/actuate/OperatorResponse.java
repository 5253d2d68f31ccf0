package dev.idempotency.spring.internal.actuate;

import dev.idempotency.core.record.Header;
import dev.idempotency.core.record.RecordedAnswer;
import dev.idempotency.spring.internal.web.response.ReplayHeaders;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The answer that an operator writes for a run that was found to have had its effect. */
final class OperatorResponse {

    private final ReplayHeaders allowed;
    private final int largest;

    /**
     * @param allowed the headers that a replay may have
     * @param largest how many bytes of a body are kept
     */
    OperatorResponse(ReplayHeaders allowed, int largest) {
        this.allowed = allowed;
        this.largest = largest;
    }

    /**
     * @param headers one in each line, {@code Name: value}
     * @param body sent as UTF-8; none is an empty one
     */
    RecordedAnswer of(@Nullable String status, @Nullable String headers, @Nullable String body) {
        byte[] bytes = (body == null ? "" : body).getBytes(StandardCharsets.UTF_8);
        if (bytes.length > largest) {
            throw new BadRequestException("body is larger than the " + largest + " bytes that are kept");
        }
        return RecordedAnswer.of(status(status), headers(headers), bytes);
    }

    private static int status(@Nullable String text) {
        int status = OperatorParameters.parsed(
                OperatorParameters.required(text, "status"), "status is not a number", Integer::valueOf);
        if (status < 200 || status > 599) {
            throw new BadRequestException("status is 200 to 599");
        }
        return status;
    }

    private List<Header> headers(@Nullable String text) {
        return text == null
                ? List.of()
                : text.lines().filter(line -> !line.isBlank()).map(this::header).toList();
    }

    private Header header(String line) {
        int colon = line.indexOf(':');
        String name = colon < 0 ? "" : line.substring(0, colon).strip();
        if (!allowed.names().contains(name)) {
            throw new BadRequestException(
                    "headers are lines of the form 'Name: value', with names that may be replayed: "
                            + String.join(", ", allowed.names()));
        }
        return OperatorParameters.parsed(
                line.substring(colon + 1).strip(),
                "a header has a value that cannot be sent",
                value -> new Header(name, value));
    }
}
