package dev.idempotency.kotlin

import dev.idempotency.spring.Idempotent
import dev.idempotency.spring.Mode
import dev.idempotency.spring.endpoint.IdempotentRoutes
import jakarta.servlet.ServletRequest
import jakarta.servlet.ServletRequestWrapper
import jakarta.servlet.http.HttpServletRequest
import kotlinx.coroutines.Dispatchers
import kotlinx.coroutines.flow.flow
import kotlinx.coroutines.reactor.mono
import kotlinx.coroutines.withContext
import org.springframework.context.annotation.Bean
import org.springframework.http.ResponseEntity
import org.springframework.jdbc.core.JdbcTemplate
import org.springframework.web.bind.annotation.ExceptionHandler
import org.springframework.web.bind.annotation.PathVariable
import org.springframework.web.bind.annotation.PostMapping
import org.springframework.web.bind.annotation.RestController
import org.springframework.web.servlet.function.RouterFunction
import org.springframework.web.servlet.function.RouterFunctions.route
import org.springframework.web.servlet.function.ServerResponse
import reactor.core.publisher.Mono
import java.util.concurrent.Callable
import java.util.concurrent.CompletableFuture
import java.util.concurrent.atomic.AtomicInteger

/** Counts what has begun that no transaction covers. Each begins on the thread that subscribes to it. */
@JvmField
val BEGUN = AtomicInteger()

/** Handlers in mode TRANSACTIONAL that go on elsewhere though nothing says so before they run. All of them write a row first. */
@RestController
@Idempotent(mode = [Mode.TRANSACTIONAL])
class Untold(private val jdbc: JdbcTemplate) {

    private fun insert() = jdbc.update("INSERT INTO purchase DEFAULT VALUES")

    private suspend fun insertElsewhere(): String {
        BEGUN.incrementAndGet()
        withContext(Dispatchers.IO) { insert() }
        return "bought"
    }

    @PostMapping("/mono")
    fun byMono(): Any {
        insert()
        return mono(Dispatchers.Unconfined) { insertElsewhere() }
    }

    @PostMapping("/flow")
    fun byFlow(): Any {
        insert()
        return flow { emit(insertElsewhere()) }
    }

    @PostMapping("/callable")
    fun byCallable(): Any {
        insert()
        return Callable { BEGUN.incrementAndGet() }
    }

    @PostMapping("/future")
    fun byFuture(): Any {
        insert()
        return CompletableFuture.completedFuture("bought")
    }

    @PostMapping("/any")
    fun <T> byTypeVariable(): T {
        insert()
        @Suppress("UNCHECKED_CAST")
        return mono(Dispatchers.Unconfined) { insertElsewhere() } as T
    }

    @PostMapping("/started")
    fun byRequest(request: HttpServletRequest) {
        insert()
        val context = request.startAsync()
        context.start {
            BEGUN.incrementAndGet()
            context.complete()
        }
    }

    @PostMapping("/swallowed")
    fun bySwallowing(request: HttpServletRequest): String {
        insert()
        runCatching { request.startAsync() }
        return "bought"
    }

    @PostMapping("/unwrapped")
    fun aroundTheWrapper(request: HttpServletRequest) {
        insert()
        var bare: ServletRequest = request
        while (bare is ServletRequestWrapper) {
            bare = bare.request
        }
        bare.startAsync()
    }
}

/** It makes an answer of every exception. */
@RestController
@Idempotent(mode = [Mode.TRANSACTIONAL])
class Untroubled(private val jdbc: JdbcTemplate) {

    @PostMapping("/translated")
    fun byMono(): Any {
        jdbc.update("INSERT INTO purchase DEFAULT VALUES")
        return mono(Dispatchers.Unconfined) { BEGUN.incrementAndGet() }
    }

    @ExceptionHandler
    fun translated(thrown: Exception): ResponseEntity<String> = ResponseEntity.unprocessableContent().body("translated")
}

/** Named as routes, by patterns that are narrower than those of the handlers. */
@RestController
class UntoldRoutes(private val jdbc: JdbcTemplate) {

    private fun insert() = jdbc.update("INSERT INTO purchase DEFAULT VALUES")

    @PostMapping("/suspended/{item}")
    suspend fun buy(@PathVariable item: String): String {
        BEGUN.incrementAndGet()
        withContext(Dispatchers.IO) { insert() }
        return item
    }

    @PostMapping("/entities/{item}")
    fun buyMono(@PathVariable item: String): ResponseEntity<Mono<Int>> {
        insert()
        return ResponseEntity.ok(mono(Dispatchers.Unconfined) { BEGUN.incrementAndGet() })
    }

    @Bean
    fun functional(): RouterFunction<ServerResponse> =
        route()
            .POST("/events") { ServerResponse.sse { events -> BEGUN.incrementAndGet(); events.complete() } }
            .POST("/later") { insert(); ServerResponse.async(CompletableFuture<ServerResponse>()) }
            .build()

    @Bean
    fun routes(): IdempotentRoutes =
        IdempotentRoutes()
            .post("/suspended/one") { settings -> settings.mode(Mode.TRANSACTIONAL) }
            .post("/entities/one") { settings -> settings.mode(Mode.TRANSACTIONAL) }
            .post("/events") { settings -> settings.mode(Mode.TRANSACTIONAL) }
            .post("/later") { settings -> settings.mode(Mode.TRANSACTIONAL) }
}
