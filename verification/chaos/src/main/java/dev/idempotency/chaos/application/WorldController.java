package dev.idempotency.chaos.application;

import dev.idempotency.chaos.history.Receipt;
import dev.idempotency.spring.Idempotent;
import dev.idempotency.spring.Mode;
import dev.idempotency.spring.OnLeaseExpiry;
import dev.idempotency.spring.OnStoreFailure;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.SocketTimeoutException;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RestController;

/** Endpoints with effects in the world outside, one for each promise. */
@RestController
class WorldController {

    private final World world;

    WorldController(World world) {
        this.world = world;
    }

    @PostMapping("/lease")
    @Idempotent(mode = Mode.LEASE)
    @Nullable ResponseEntity<byte[]> lease(
            HttpServletRequest request, HttpServletResponse response, @RequestBody Map<String, String> body)
            throws IOException {
        return inTheWorld(Order.of(request, body), response);
    }

    @PostMapping("/take_over")
    @Idempotent(mode = Mode.LEASE, onLeaseExpiry = OnLeaseExpiry.TAKE_OVER)
    @Nullable ResponseEntity<byte[]> takeOver(
            HttpServletRequest request, HttpServletResponse response, @RequestBody Map<String, String> body)
            throws IOException {
        return inTheWorld(Order.of(request, body), response);
    }

    @PostMapping("/brief")
    @Idempotent(mode = Mode.LEASE, ttl = "5s")
    @Nullable ResponseEntity<byte[]> brief(
            HttpServletRequest request, HttpServletResponse response, @RequestBody Map<String, String> body)
            throws IOException {
        return inTheWorld(Order.of(request, body), response);
    }

    @PostMapping("/entity/{thing}")
    @Idempotent(mode = Mode.LEASE, entity = "thing:{thing}", onStoreFailure = OnStoreFailure.REJECT)
    @Nullable ResponseEntity<byte[]> entity(
            HttpServletRequest request, HttpServletResponse response, @RequestBody Map<String, String> body)
            throws IOException {
        return inTheWorld(Order.of(request, body), response);
    }

    private @Nullable ResponseEntity<byte[]> inTheWorld(Order order, HttpServletResponse response) throws IOException {
        Receipt receipt = order.receipt();
        if (order.act().equals("decline")) {
            return Receipts.response(HttpStatus.PAYMENT_REQUIRED, receipt);
        }
        if (order.act().equals("fail") && order.isEarly()) {
            throw new IllegalStateException("A failure before any effect");
        }
        order.pauseIfSlow();
        world.add(order, receipt);
        if (order.act().equals("lose") && order.isEarly()) {
            throw new UncheckedIOException(new SocketTimeoutException("The world did not answer in time"));
        }
        return Receipts.created(receipt, response);
    }
}
