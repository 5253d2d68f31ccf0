package dev.idempotency.sample.payment;

import java.io.Serial;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.http.ProblemDetail;
import org.springframework.web.ErrorResponseException;

/** Nothing was paid, or nobody knows: the status tells which. */
final class PaymentException extends ErrorResponseException {

    @Serial
    private static final long serialVersionUID = 1;

    private PaymentException(HttpStatus status, String detail, @Nullable Throwable cause) {
        super(status, ProblemDetail.forStatusAndDetail(status, detail), cause);
    }

    static PaymentException declined() {
        return new PaymentException(HttpStatus.PAYMENT_REQUIRED, "The card was declined.", null);
    }

    /** Nothing has reached the provider, so nothing was charged. */
    static PaymentException unreachable(Throwable cause) {
        return new PaymentException(
                HttpStatus.BAD_GATEWAY, "The provider cannot be reached; nothing was charged.", cause);
    }

    /** The provider may have charged. */
    static PaymentException unanswered(Throwable cause) {
        return new PaymentException(
                HttpStatus.GATEWAY_TIMEOUT, "The provider did not say whether it has charged.", cause);
    }
}
