package dev.idempotency.spring.internal.web.app;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.validation.Valid;
import jakarta.validation.constraints.Min;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Locale;
import java.util.Map;
import org.springframework.core.io.ByteArrayResource;
import org.springframework.core.io.Resource;
import org.springframework.http.CacheControl;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.ProblemDetail;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.server.ResponseStatusException;
import org.springframework.web.servlet.ModelAndView;

/** Every way to answer on the request's own thread. */
abstract class SyncAnswers {

    private final Runs runs;

    SyncAnswers(Runs runs) {
        this.runs = runs;
    }

    record Order(String sku, @Min(1) int quantity) {}

    static final class OutOfStock extends RuntimeException {
        private static final long serialVersionUID = 1L;
    }

    @PostMapping("/entity")
    ResponseEntity<Map<String, Object>> entity(@RequestBody Order order, HttpServletRequest request) {
        int run = runs.count(request);
        runs.pause(request);
        return ResponseEntity.created(URI.create("/orders/" + run))
                .eTag("\"v1\"")
                .lastModified(Instant.EPOCH)
                .cacheControl(CacheControl.maxAge(Duration.ofMinutes(1)))
                .header("Link", "<a>; rel=\"one\"")
                .header("Link", "<b>; rel=\"two\"")
                .header("Content-Location", "/orders/" + run)
                .header("X-Kept", "kept")
                .header("X-Not-Kept", "not kept")
                .header("Set-Cookie", "session=secret")
                .header("Authorization", "secret")
                .body(Map.of("sku", order.sku(), "run", run, "name", "Grüße"));
    }

    @PostMapping("/body")
    Order body(@RequestBody Order order, HttpServletRequest request) {
        runs.count(request);
        return order;
    }

    /** Says in every way how it may be shown and kept. */
    @PostMapping("/guarded")
    void guarded(HttpServletRequest request, HttpServletResponse response) throws IOException {
        runs.count(request);
        response.setHeader("Content-Disposition", "attachment; filename=\"orders.html\"");
        response.addHeader("Content-Security-Policy", "default-src 'none'");
        response.addHeader("Content-Security-Policy", "sandbox");
        response.setHeader("Cross-Origin-Resource-Policy", "same-origin");
        response.setHeader("X-Content-Type-Options", "nosniff");
        response.setHeader("X-Frame-Options", "SAMEORIGIN");
        response.addHeader("Vary", "Accept-Language");
        response.addDateHeader("Expires", 0);
        response.setHeader("Pragma", "no-cache");
        response.setContentType("text/html;charset=UTF-8");
        response.getWriter().write("<p>Grüße</p>");
    }

    @PostMapping("/void")
    void nothing(HttpServletRequest request) {
        runs.count(request);
    }

    @PostMapping("/no-content")
    @ResponseStatus(HttpStatus.NO_CONTENT)
    void noContent(HttpServletRequest request) {
        runs.count(request);
    }

    @PostMapping("/not-modified")
    ResponseEntity<Void> notModified(HttpServletRequest request) {
        runs.count(request);
        return ResponseEntity.status(HttpStatus.NOT_MODIFIED).eTag("\"v1\"").build();
    }

    @PostMapping("/stream")
    void stream(HttpServletRequest request, HttpServletResponse response) throws IOException {
        runs.count(request);
        response.setStatus(202);
        response.setContentType("application/octet-stream");
        response.setContentLength(3);
        response.getOutputStream().write(new byte[] {(byte) 0xff, 0, 13});
    }

    @PostMapping("/writer")
    void writer(HttpServletRequest request, HttpServletResponse response) throws IOException {
        runs.count(request);
        response.setContentType("text/plain");
        response.setCharacterEncoding("UTF-16BE");
        response.getWriter().write("Grüße");
        response.setCharacterEncoding("US-ASCII");
    }

    @PostMapping("/redirect")
    void redirect(HttpServletRequest request, HttpServletResponse response) throws IOException {
        runs.count(request);
        response.getOutputStream().write(new byte[100]);
        response.sendRedirect("/somewhere/else");
    }

    @PostMapping("/redirect-view")
    ModelAndView redirectView(HttpServletRequest request) {
        runs.count(request);
        return new ModelAndView("redirect:/somewhere");
    }

    @PostMapping("/send-error")
    void sendError(HttpServletRequest request, HttpServletResponse response) throws IOException {
        runs.count(request);
        response.setHeader("Link", "<why>; rel=\"help\"");
        response.sendError(404, "no such order");
    }

    @PostMapping("/status-exception")
    void statusException(HttpServletRequest request) {
        runs.count(request);
        throw new ResponseStatusException(HttpStatus.GONE, "sold out");
    }

    @PostMapping("/exception-handler")
    void exceptionHandler(HttpServletRequest request) {
        runs.count(request);
        throw new OutOfStock();
    }

    @ExceptionHandler
    ProblemDetail on(OutOfStock thrown) {
        return ProblemDetail.forStatusAndDetail(HttpStatus.CONFLICT, "out of stock");
    }

    @PostMapping("/validated")
    Order validated(@Valid @RequestBody Order order, HttpServletRequest request) {
        runs.count(request);
        return order;
    }

    @PostMapping("/view")
    ModelAndView view(HttpServletRequest request, Locale locale) {
        runs.count(request);
        return new ModelAndView("page", "name", "Ann");
    }

    @PostMapping("/forward")
    ModelAndView forward(HttpServletRequest request) {
        runs.count(request);
        return new ModelAndView("forward:/forwarded");
    }

    @PostMapping("/resource")
    ResponseEntity<Resource> resource(HttpServletRequest request) {
        runs.count(request);
        return ResponseEntity.ok()
                .contentType(MediaType.APPLICATION_PDF)
                .body(new ByteArrayResource("%PDF".getBytes(StandardCharsets.US_ASCII)));
    }

    @PostMapping("/flush-at-the-end")
    void flushAtTheEnd(HttpServletRequest request, HttpServletResponse response) throws IOException {
        runs.count(request);
        response.getWriter().write("flushed");
        response.getWriter().flush();
        response.flushBuffer();
    }
}
