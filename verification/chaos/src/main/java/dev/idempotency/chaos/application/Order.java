package dev.idempotency.chaos.application;

import dev.idempotency.chaos.history.AnswerForm;
import dev.idempotency.chaos.history.KeyName;
import dev.idempotency.chaos.history.Receipt;
import jakarta.servlet.http.HttpServletRequest;
import java.time.Duration;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.locks.LockSupport;

/**
 * A request as the handler sees it.
 *
 * @param attempt which of the client's requests this is; not part of what makes two requests the same
 * @param sentAt when the client sent it, in milliseconds of a clock that is right
 * @param act what to do besides the effect
 * @param form of the answer, unless the order is declined
 * @param work how many milliseconds it takes at least; not part of what makes two requests the same either
 */
record Order(KeyName key, String attempt, long sentAt, String payload, String act, AnswerForm form, int work) {

    static Order of(HttpServletRequest request, Map<String, String> body) {
        return new Order(
                new KeyName(request.getHeader("X-Tenant"), request.getHeader("Idempotency-Key")),
                request.getHeader("X-Attempt"),
                Long.parseLong(request.getHeader("X-Sent-At")),
                body.getOrDefault("payload", ""),
                body.getOrDefault("act", ""),
                AnswerForm.valueOf(body.getOrDefault("form", AnswerForm.SHORT.name())),
                request.getHeader("X-Work") == null ? 0 : request.getIntHeader("X-Work"));
    }

    /** The first few attempts at some orders go wrong, later ones go well. */
    boolean isEarly() {
        return Integer.parseInt(attempt.substring(attempt.lastIndexOf('.') + 1)) <= 2;
    }

    /** For the run of this order that begins now. */
    Receipt receipt() {
        AnswerForm wanted = act.equals("decline") ? AnswerForm.SHORT : form;
        return new Receipt(key, wanted.runNamed(UUID.randomUUID().toString()), payload);
    }

    void pauseIfSlow() {
        LockSupport.parkNanos(Duration.ofMillis(work).toNanos());
        switch (act) {
            case "slow" -> pause(100, 1_500);
            case "slower" -> pause(1_000, 3_000);
            case "slowest" -> pause(5_500, 6_000);
            default -> {}
        }
    }

    private static void pause(int least, int most) {
        int millis = ThreadLocalRandom.current().nextInt(least, most);
        LockSupport.parkNanos(Duration.ofMillis(millis).toNanos());
    }
}
