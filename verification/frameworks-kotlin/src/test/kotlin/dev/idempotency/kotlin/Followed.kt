package dev.idempotency.kotlin

import dev.idempotency.spring.Idempotent
import dev.idempotency.spring.Mode
import java.io.IOException
import org.springframework.http.ResponseEntity
import org.springframework.jdbc.core.JdbcTemplate
import org.springframework.transaction.annotation.Isolation
import org.springframework.transaction.annotation.Propagation
import org.springframework.transaction.annotation.Transactional
import org.springframework.web.bind.annotation.ExceptionHandler
import org.springframework.web.bind.annotation.PostMapping
import org.springframework.web.bind.annotation.RestController

/** Handlers in mode TRANSACTIONAL with transactions of their own. They are open, as the plugin for Spring makes them. */
@RestController
@Idempotent(mode = [Mode.TRANSACTIONAL])
open class Followed(private val jdbc: JdbcTemplate) {

    @Transactional(isolation = Isolation.SERIALIZABLE)
    @PostMapping("/serializable")
    open fun serializable(): String? = isolation()

    @PostMapping("/nothing-said")
    open fun nothingSaid(): String? = isolation()

    @Transactional
    @PostMapping("/checked")
    open fun checked(): String {
        jdbc.update("INSERT INTO purchase DEFAULT VALUES")
        throw IOException("nobody has declared it")
    }

    @Transactional(rollbackFor = [IOException::class])
    @PostMapping("/undone")
    open fun undone(): String = checked()

    @ExceptionHandler
    fun failed(thrown: IOException): ResponseEntity<String> = ResponseEntity.unprocessableContent().body(thrown.message)

    private fun isolation(): String? = jdbc.queryForObject("SHOW transaction_isolation", String::class.java)
}

@RestController
@Idempotent(mode = [Mode.TRANSACTIONAL])
@Transactional(isolation = Isolation.REPEATABLE_READ)
open class FollowedType(private val jdbc: JdbcTemplate) {

    @PostMapping("/of-type")
    open fun ofType(): String? = jdbc.queryForObject("SHOW transaction_isolation", String::class.java)
}

@RestController
@Idempotent(mode = [Mode.TRANSACTIONAL])
open class OnItsOwn {

    @Transactional(propagation = Propagation.REQUIRES_NEW)
    @PostMapping("/purchases")
    open fun buy(): String = "bought"
}
