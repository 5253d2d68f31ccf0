package dev.idempotency.kotlin

import dev.idempotency.spring.Idempotent
import kotlinx.coroutines.CompletableDeferred
import kotlinx.coroutines.Dispatchers
import kotlinx.coroutines.flow.Flow
import kotlinx.coroutines.flow.flow
import kotlinx.coroutines.withContext
import org.springframework.http.HttpStatus
import org.springframework.http.ResponseEntity
import org.springframework.jdbc.core.JdbcTemplate
import org.springframework.web.bind.annotation.PostMapping
import org.springframework.web.bind.annotation.RestController
import org.springframework.web.server.ResponseStatusException
import java.util.concurrent.CountDownLatch

/** The same, and more, where they may be: in mode LEASE. */
@RestController
@Idempotent
class Leased(private val jdbc: JdbcTemplate) {

    private suspend fun insert() {
        withContext(Dispatchers.IO) { jdbc.update("INSERT INTO purchase DEFAULT VALUES") }
    }

    @PostMapping("/purchases")
    suspend fun buy(): ResponseEntity<String> {
        insert()
        return ResponseEntity.status(HttpStatus.CREATED).header("Location", "/purchases/1").body("bought")
    }

    @PostMapping("/patient")
    suspend fun buyLater(): ResponseEntity<String> {
        insert()
        entered.countDown()
        gate.await()
        return ResponseEntity.status(HttpStatus.CREATED).header("Location", "/purchases/1").body("bought")
    }

    @PostMapping("/sold-out")
    suspend fun buyInVain(): String {
        insert()
        throw ResponseStatusException(HttpStatus.GONE, "sold out")
    }

    @PostMapping("/flowing")
    fun buyOneByOne(): Flow<Int> = flow {
        insert()
        emit(1)
        emit(2)
    }

    companion object {
        @Volatile
        var entered = CountDownLatch(1)

        @Volatile
        var gate = CompletableDeferred<Unit>()

        fun close() {
            entered = CountDownLatch(1)
            gate = CompletableDeferred()
        }
    }
}
