package dev.idempotency.spring.endtoend;

import dev.idempotency.spring.Idempotent;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import org.springframework.boot.web.servlet.ServletRegistrationBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PatchMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.multipart.MultipartFile;
import org.springframework.web.server.ResponseStatusException;
import org.springframework.web.servlet.mvc.method.annotation.StreamingResponseBody;

/** Handlers that nobody annotated, some of them close to one that is. */
@RestController
class PlainEndpoints {

    @PostMapping(path = "/items/{id}", consumes = "application/vnd.protected+json")
    @Idempotent
    String annotated() {
        return "protected";
    }

    @PostMapping(path = "/items/{id}", consumes = "application/json")
    Map<String, Object> json(@PathVariable String id, @RequestBody Map<String, Object> body) {
        return Map.of("id", id, "sku", body.get("sku"));
    }

    @PatchMapping("/items/{id}")
    void patch() {}

    @PutMapping("/items/{id}")
    ResponseEntity<String> put(@RequestBody String body) {
        return ResponseEntity.status(201).header("Location", "/items/1").body(body);
    }

    @DeleteMapping("/items/{id}")
    ResponseEntity<Void> delete() {
        return ResponseEntity.noContent().build();
    }

    @GetMapping("/items/{id}")
    ResponseEntity<String> get(@PathVariable String id) {
        return ResponseEntity.ok().eTag("v1").body("item " + id);
    }

    @PostMapping("/form")
    String form(@RequestParam Map<String, String> fields) {
        return fields.get("a") + "/" + fields.get("b");
    }

    @PostMapping("/upload")
    String upload(@RequestParam("file") MultipartFile file) throws IOException {
        return file.getOriginalFilename() + ":" + new String(file.getBytes(), StandardCharsets.UTF_8);
    }

    @PostMapping("/raw")
    void raw(HttpServletRequest request, HttpServletResponse response) throws IOException {
        response.setContentType("application/octet-stream");
        request.getInputStream().transferTo(response.getOutputStream());
    }

    @PostMapping("/redirect")
    void redirect(HttpServletResponse response) throws IOException {
        response.sendRedirect("/elsewhere");
    }

    @PostMapping("/gone")
    void gone() {
        throw new ResponseStatusException(HttpStatus.GONE, "gone");
    }

    @PostMapping("/teapot")
    void teapot(HttpServletResponse response) throws IOException {
        response.sendError(418);
    }

    @PostMapping("/handled")
    void handled() {
        throw new UnsupportedOperationException("no");
    }

    @PostMapping("/future")
    CompletableFuture<String> future() {
        return CompletableFuture.supplyAsync(() -> "later");
    }

    @PostMapping("/callable")
    Callable<String> callable() {
        return () -> "soon";
    }

    @PostMapping("/stream")
    StreamingResponseBody stream() {
        return out -> out.write("streamed".getBytes(StandardCharsets.UTF_8));
    }

    @PostMapping("/cookie")
    ResponseEntity<Void> cookie() {
        return ResponseEntity.accepted().header("Set-Cookie", "a=b").build();
    }

    @ExceptionHandler
    ResponseEntity<String> handle(UnsupportedOperationException e) {
        return ResponseEntity.unprocessableContent().body(e.getMessage());
    }

    @Configuration(proxyBeanMethods = false)
    static class Legacy {

        /** Its paths look like those of the annotated handler, once its own prefix is taken away. */
        @Bean
        ServletRegistrationBean<HttpServlet> legacy() {
            return new ServletRegistrationBean<>(new LegacyServlet(), "/legacy/*");
        }
    }

    static final class LegacyServlet extends HttpServlet {

        private static final long serialVersionUID = 1L;

        @Override
        protected void doPost(HttpServletRequest request, HttpServletResponse response) throws IOException {
            response.getOutputStream().print("legacy " + request.getPathInfo());
        }
    }
}
