package dev.idempotency.spring.endtoend;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.Locale;
import java.util.Map;
import org.springframework.http.CacheControl;
import org.springframework.http.ContentDisposition;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.server.ResponseStatusException;
import org.springframework.web.servlet.ModelAndView;

/** Handlers that say by headers how their answer may be shown, kept and shared. */
abstract class HeaderAnswers {

    static final String POLICY = "default-src 'none'; sandbox";

    @PostMapping("/created")
    ResponseEntity<Map<String, String>> created() {
        return ResponseEntity.created(URI.create("/orders/1")).body(Map.of("sku", "book"));
    }

    @PostMapping("/no-content")
    ResponseEntity<Void> noContent() {
        return ResponseEntity.noContent().build();
    }

    @PostMapping("/no-content-cached")
    ResponseEntity<Void> noContentCached() {
        return ResponseEntity.noContent()
                .cacheControl(CacheControl.maxAge(Duration.ofMinutes(1)))
                .build();
    }

    @PostMapping("/not-modified")
    ResponseEntity<Void> notModified() {
        return ResponseEntity.status(HttpStatus.NOT_MODIFIED).eTag("\"v1\"").build();
    }

    @PostMapping("/empty")
    void empty() {}

    @PostMapping("/empty-download")
    ResponseEntity<Void> emptyDownload() {
        return ResponseEntity.ok()
                .header("Content-Disposition", "attachment; filename=\"empty.txt\"")
                .build();
    }

    @PostMapping("/flushed")
    void flushed(HttpServletResponse response) throws IOException {
        response.setHeader("Vary", "Accept");
        response.flushBuffer();
    }

    @PostMapping("/redirect")
    ModelAndView redirect() {
        return new ModelAndView("redirect:/somewhere");
    }

    @PostMapping("/send-redirect")
    void sendRedirect(HttpServletResponse response) throws IOException {
        response.setHeader("Referrer-Policy", "no-referrer");
        response.sendRedirect("/somewhere");
    }

    @PostMapping("/send-error")
    void sendError(HttpServletResponse response) throws IOException {
        response.setHeader("Content-Security-Policy", POLICY);
        response.setHeader("Vary", "Accept-Language");
        response.sendError(404, "no such order");
    }

    @PostMapping("/send-error-cached")
    void sendErrorCached(HttpServletResponse response) throws IOException {
        response.setHeader("Cache-Control", "max-age=60");
        response.sendError(410);
    }

    @PostMapping("/status-exception")
    void statusException() {
        throw new ResponseStatusException(HttpStatus.GONE, "sold out");
    }

    @PostMapping("/malformed")
    void malformed(@RequestBody int number) {}

    @PostMapping("/refused")
    @ResponseStatus(HttpStatus.CONFLICT)
    Map<String, String> refused() {
        return Map.of("why", "out of stock");
    }

    @PostMapping("/download")
    ResponseEntity<String> download() {
        return ResponseEntity.ok()
                .contentType(MediaType.TEXT_HTML)
                .header(
                        "Content-Disposition",
                        ContentDisposition.attachment()
                                .filename("orders.html")
                                .build()
                                .toString())
                .header("X-Content-Type-Options", "nosniff")
                .body("<script>alert(1)</script>");
    }

    @PostMapping("/policies")
    ResponseEntity<String> policies() {
        return ResponseEntity.ok()
                .header("Content-Security-Policy", POLICY)
                .header("X-Frame-Options", "SAMEORIGIN")
                .header("Referrer-Policy", "no-referrer")
                .header("Cross-Origin-Resource-Policy", "same-origin")
                .header("Cross-Origin-Opener-Policy", "same-origin")
                .body("framed");
    }

    @PostMapping("/language")
    void language(HttpServletRequest request, HttpServletResponse response, Locale locale) throws IOException {
        response.addHeader("Vary", "Accept-Language");
        response.setLocale(locale);
        response.setContentType("text/plain;charset=UTF-8");
        response.getWriter().write(locale.getLanguage().equals("de") ? "Grüße" : "greetings");
    }

    @PostMapping("/language-only")
    void languageOnly(HttpServletResponse response) throws IOException {
        response.setHeader("Vary", "Accept-Language, Origin");
        response.setHeader("Content-Language", "de");
        response.getOutputStream().write(1);
    }

    @PostMapping("/validators")
    ResponseEntity<String> validators() {
        return ResponseEntity.ok()
                .eTag("\"v1\"")
                .lastModified(Instant.EPOCH)
                .header("Content-Location", "/orders/1")
                .header("Link", "</orders/2>; rel=\"next\"")
                .body("one");
    }

    @PostMapping("/dated")
    void dated(HttpServletResponse response) throws IOException {
        response.addDateHeader("Last-Modified", 0);
        response.getOutputStream().write(1);
    }

    @PostMapping("/cache-control")
    ResponseEntity<String> cacheControl() {
        return ResponseEntity.ok()
                .cacheControl(CacheControl.maxAge(Duration.ofMinutes(1)).cachePrivate())
                .body("cached");
    }

    @PostMapping("/cache-control-set")
    void cacheControlSet(HttpServletResponse response) throws IOException {
        response.setHeader("Cache-Control", "private");
        response.getOutputStream().write(1);
    }

    @PostMapping("/expires")
    void expires(HttpServletResponse response) throws IOException {
        response.setDateHeader("Expires", 0);
        response.getOutputStream().write(1);
    }

    @PostMapping("/pragma")
    void pragma(HttpServletResponse response) throws IOException {
        response.setHeader("Pragma", "no-cache");
        response.getOutputStream().write(1);
    }
}
