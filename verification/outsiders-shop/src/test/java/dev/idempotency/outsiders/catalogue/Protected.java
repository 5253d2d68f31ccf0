package dev.idempotency.outsiders.catalogue;

import dev.idempotency.spring.Mode;
import dev.idempotency.spring.endpoint.IdempotentRoutes;
import org.springframework.context.annotation.Bean;

/** Books are added once, by whichever way; no scan finds it. */
class Protected {

    @Bean
    IdempotentRoutes additions() {
        return new IdempotentRoutes()
                .post("/books", settings -> settings.mode(Mode.TRANSACTIONAL))
                .post("/graphql", settings -> settings.required(false));
    }
}
