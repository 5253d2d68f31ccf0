package dev.idempotency.outsiders.shop;

import dev.idempotency.spring.Idempotent;
import dev.idempotency.spring.Mode;
import java.io.IOException;
import org.springframework.http.HttpStatus;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.multipart.MultipartFile;

/** Takes files; JDBC beside JPA, in one transaction. */
@RestController
class DocumentController {

    record Kept(String title, String name, long size) {}

    private final JdbcClient database;

    DocumentController(JdbcClient database) {
        this.database = database;
    }

    @PostMapping("/orders/{order}/documents")
    @Idempotent(mode = Mode.TRANSACTIONAL)
    @ResponseStatus(HttpStatus.CREATED)
    Kept keep(@PathVariable long order, @RequestParam String title, @RequestParam MultipartFile file)
            throws IOException {
        database.sql("INSERT INTO document (order_id, title, content) VALUES (?, ?, ?)")
                .params(order, title, file.getBytes())
                .update();
        return new Kept(title, file.getOriginalFilename(), file.getSize());
    }
}
