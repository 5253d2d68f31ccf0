package dev.idempotency.outsiders.shop;

import java.util.Map;
import java.util.NoSuchElementException;
import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.MethodArgumentNotValidException;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestControllerAdvice;
import org.springframework.web.client.ResourceAccessException;
import org.springframework.web.multipart.MaxUploadSizeExceededException;

/** Every error has the shop's own form. */
@RestControllerAdvice
class ErrorHandlers {

    @ExceptionHandler
    ResponseEntity<Map<String, String>> handle(OutOfStockException e) {
        return error(HttpStatus.CONFLICT, e.getMessage());
    }

    @ExceptionHandler
    @ResponseStatus(HttpStatus.BAD_REQUEST)
    Map<String, String> handle(MethodArgumentNotValidException e) {
        return Map.of("error", "not valid: " + e.getFieldErrors().get(0).getField());
    }

    @ExceptionHandler
    ResponseEntity<Map<String, String>> handle(NoSuchElementException e) {
        return error(HttpStatus.NOT_FOUND, "there is no such order");
    }

    @ExceptionHandler
    ResponseEntity<Map<String, String>> handle(MaxUploadSizeExceededException e) {
        return error(HttpStatus.CONTENT_TOO_LARGE, "too much paper");
    }

    /** The bank: the shop's clients are told one thing, whatever was wrong with it. */
    @ExceptionHandler
    ResponseEntity<Map<String, String>> handle(ResourceAccessException e) {
        return error(HttpStatus.BAD_GATEWAY, "the bank has trouble");
    }

    @ExceptionHandler
    ResponseEntity<Map<String, String>> handle(IllegalStateException e) {
        return error(HttpStatus.INTERNAL_SERVER_ERROR, "the shop has trouble");
    }

    private static ResponseEntity<Map<String, String>> error(HttpStatus status, String message) {
        return ResponseEntity.status(status).body(Map.of("error", message));
    }
}
