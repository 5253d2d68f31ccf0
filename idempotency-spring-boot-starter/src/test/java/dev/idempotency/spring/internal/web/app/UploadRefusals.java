package dev.idempotency.spring.internal.web.app;

import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestControllerAdvice;
import org.springframework.web.multipart.MaxUploadSizeExceededException;

/** An application's own answer to what is too large to be uploaded. */
@RestControllerAdvice
class UploadRefusals {

    @ExceptionHandler
    @ResponseStatus(HttpStatus.CONTENT_TOO_LARGE)
    String tooLarge(MaxUploadSizeExceededException refusal) {
        return "too large: " + refusal.getMaxUploadSize();
    }
}
