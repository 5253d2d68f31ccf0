package dev.idempotency.kotlin

import dev.idempotency.spring.Idempotent
import dev.idempotency.spring.Mode
import dev.idempotency.spring.endpoint.IdempotentRoutes
import kotlinx.coroutines.CompletableDeferred
import kotlinx.coroutines.Deferred
import kotlinx.coroutines.Dispatchers
import kotlinx.coroutines.flow.Flow
import kotlinx.coroutines.flow.flowOf
import kotlinx.coroutines.withContext
import org.springframework.context.annotation.Bean
import org.springframework.http.ResponseEntity
import org.springframework.jdbc.core.JdbcTemplate
import org.springframework.web.bind.annotation.PathVariable
import org.springframework.web.bind.annotation.PostMapping
import org.springframework.web.bind.annotation.RestController
import reactor.core.publisher.Mono

/** Handlers in mode TRANSACTIONAL that go on after their thread has returned, and whose type says so. */
@RestController
@Idempotent(mode = [Mode.TRANSACTIONAL])
class Suspended(private val jdbc: JdbcTemplate) {

    @PostMapping("/purchases")
    suspend fun buy(): String {
        withContext(Dispatchers.IO) { jdbc.update("INSERT INTO purchase DEFAULT VALUES") }
        return "bought"
    }
}

@RestController
@Idempotent(mode = [Mode.TRANSACTIONAL])
class SuspendedWithoutAnswer {

    @PostMapping("/purchases")
    suspend fun buy() = withContext(Dispatchers.IO) {}
}

/** The mapping is that of the type it inherits from. */
abstract class SuspendedForAny<T : Any> {

    @PostMapping("/purchases")
    suspend fun buy(): ResponseEntity<T> = ResponseEntity.ok(withContext(Dispatchers.IO) { bought() })

    abstract fun bought(): T
}

@RestController
@Idempotent(mode = [Mode.TRANSACTIONAL])
class SuspendedForText : SuspendedForAny<String>() {

    override fun bought() = "bought"
}

@RestController
class Flowing {

    @PostMapping("/purchases")
    @Idempotent(mode = [Mode.TRANSACTIONAL])
    fun buy(): Flow<String> = flowOf("bought")
}

@RestController
class Deferring {

    @PostMapping("/purchases")
    @Idempotent(mode = [Mode.TRANSACTIONAL])
    fun buy(): Deferred<String> = CompletableDeferred("bought")
}

@RestController
class DeferringEntity {

    @PostMapping("/purchases")
    @Idempotent(mode = [Mode.TRANSACTIONAL])
    fun buy(): ResponseEntity<Mono<String>> = ResponseEntity.ok(Mono.just("bought"))
}

interface Answering<T> {

    @PostMapping("/purchases")
    fun buy(): T
}

abstract class AnsweringLater<T : Any> {

    @PostMapping("/purchases")
    fun buy(): T = later()

    abstract fun later(): T
}

@RestController
@Idempotent(mode = [Mode.TRANSACTIONAL])
class AnsweringByMono : AnsweringLater<Mono<String>>() {

    override fun later(): Mono<String> = Mono.just("bought")
}

@RestController
@Idempotent(mode = [Mode.TRANSACTIONAL])
class AnsweringByInterface : Answering<Mono<String>> {

    override fun buy(): Mono<String> = Mono.just("bought")
}

@RestController
class NamedAsRoute {

    @PostMapping("/purchases/{item}")
    suspend fun buy(@PathVariable item: String): String = withContext(Dispatchers.IO) { item }

    @Bean
    fun routes(): IdempotentRoutes =
        IdempotentRoutes().post("/purchases/**") { settings -> settings.mode(Mode.TRANSACTIONAL) }
}
