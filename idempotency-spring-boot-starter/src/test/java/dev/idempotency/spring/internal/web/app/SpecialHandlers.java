package dev.idempotency.spring.internal.web.app;

import dev.idempotency.spring.Idempotent;
import dev.idempotency.spring.OnStoreFailure;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.EOFException;
import java.io.IOException;
import java.net.SocketTimeoutException;
import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.CrossOrigin;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PatchMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.context.request.async.DeferredResult;

/** Handlers that fail, and such as are protected in their own way. */
@RestController
class SpecialHandlers {

    private final Runs runs;

    SpecialHandlers(Runs runs) {
        this.runs = runs;
    }

    static final class BusinessError extends RuntimeException {
        private static final long serialVersionUID = 1L;
    }

    @PostMapping("/forwarded")
    ResponseEntity<String> forwarded() {
        return ResponseEntity.accepted().header("Link", "<f>").body("forwarded");
    }

    @Idempotent(required = false)
    @PostMapping("/optional")
    String optional(@RequestBody String body, HttpServletRequest request) {
        return body + runs.count(request);
    }

    @Idempotent(onStoreFailure = OnStoreFailure.PROCEED)
    @PostMapping("/proceed")
    String proceed(@RequestBody String body, HttpServletRequest request) {
        return body + runs.count(request);
    }

    @Idempotent(waitAtMost = "PT10S")
    @PostMapping("/waits")
    String waits(@RequestBody String body, HttpServletRequest request) {
        int run = runs.count(request);
        runs.pause(request);
        return body + run;
    }

    @Idempotent
    @CrossOrigin({"https://one.example", "https://two.example"})
    @PostMapping("/cors")
    String cors(HttpServletRequest request) {
        return "run " + runs.count(request);
    }

    @Idempotent
    @PatchMapping("/patched")
    String patched(@RequestBody String body, HttpServletRequest request) {
        return body + runs.count(request);
    }

    @Idempotent
    @PatchMapping("/patched-form")
    String patchedForm(@RequestParam String a, HttpServletRequest request) {
        return a + runs.count(request);
    }

    @Idempotent
    @GetMapping("/got")
    String got(HttpServletRequest request) {
        return "run " + runs.count(request);
    }

    @Idempotent
    @PostMapping("/fails")
    ResponseEntity<String> fails(@RequestBody String status, HttpServletRequest request) {
        return ResponseEntity.status(Integer.parseInt(status)).body("run " + runs.count(request));
    }

    @Idempotent
    @PostMapping("/throws")
    void throwing(@RequestBody String what, HttpServletRequest request) throws IOException {
        runs.count(request);
        if (what.equals("timeout")) {
            throw new SocketTimeoutException("no answer in time");
        }
        throw new IllegalStateException("broken");
    }

    @Idempotent
    @PostMapping("/translated-timeout")
    void translatedTimeout(HttpServletRequest request) throws IOException {
        runs.count(request);
        throw new SocketTimeoutException("the provider did not answer");
    }

    @ExceptionHandler
    ResponseEntity<String> on(SocketTimeoutException thrown, HttpServletRequest request) throws IOException {
        if (request.getRequestURI().equals("/throws")) {
            throw thrown;
        }
        return ResponseEntity.status(HttpStatus.BAD_GATEWAY).body("provider");
    }

    /** What Spring makes of it, see the framework's DisconnectedClientHelper: 200 and nothing else. */
    @Idempotent
    @PostMapping("/swallowed")
    void swallowed(HttpServletRequest request) {
        runs.count(request);
        throw new IllegalStateException("Could not commit", new EOFException());
    }

    @Idempotent
    @PostMapping("/envelope")
    void envelope(HttpServletRequest request) {
        runs.count(request);
        throw new BusinessError();
    }

    @ExceptionHandler
    ResponseEntity<String> on(BusinessError thrown) {
        return ResponseEntity.ok("{\"error\":true}");
    }

    @Idempotent
    @PostMapping("/deferred-timeout")
    DeferredResult<String> deferredTimeout(HttpServletRequest request) {
        runs.count(request);
        return new DeferredResult<>(50L);
    }

    @Idempotent
    @PostMapping("/raw-timeout")
    void rawTimeout(HttpServletRequest request, HttpServletResponse response) {
        runs.count(request);
        request.startAsync(request, response).setTimeout(50);
    }
}
