package dev.idempotency.sample.order;

import java.io.Serial;
import org.springframework.http.HttpStatus;
import org.springframework.http.ProblemDetail;
import org.springframework.web.ErrorResponseException;

/** There is no such thing, or it is somebody else's. */
final class NotFoundException extends ErrorResponseException {

    @Serial
    private static final long serialVersionUID = 1;

    private NotFoundException(String detail) {
        super(HttpStatus.NOT_FOUND, ProblemDetail.forStatusAndDetail(HttpStatus.NOT_FOUND, detail), null);
    }

    static NotFoundException product() {
        return new NotFoundException("There is no such product.");
    }

    static NotFoundException order() {
        return new NotFoundException("You have no such order.");
    }
}
