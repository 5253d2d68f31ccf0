package dev.idempotency.outsiders.proxied;

import dev.idempotency.spring.Idempotent;
import jakarta.validation.constraints.Min;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** Everything is said here; a proxy of the JDK shows no more of a controller than this. */
@RestController
interface Additions {

    @Idempotent
    @PostMapping("/by-interface")
    String add(@RequestParam @Min(1) int amount);
}
