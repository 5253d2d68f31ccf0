package dev.idempotency.outsiders.imports;

import dev.idempotency.spring.Idempotent;
import java.util.concurrent.atomic.AtomicInteger;
import org.springframework.data.rest.webmvc.RepositoryRestController;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.PostMapping;

/** Spring Data REST asks for it, beside what it serves itself. */
@RepositoryRestController
public class BookImport {

    private final AtomicInteger imports = new AtomicInteger();

    @Idempotent
    @PostMapping("/books/imported")
    ResponseEntity<String> run() {
        return ResponseEntity.ok("import " + imports.incrementAndGet());
    }
}
