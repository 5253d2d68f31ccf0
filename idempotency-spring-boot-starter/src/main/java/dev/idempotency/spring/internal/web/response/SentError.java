package dev.idempotency.spring.internal.web.response;

import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** The error that a handler asks the container for, if it does: handed over at once, or once that is allowed. */
final class SentError {

    private final Release release;
    private boolean sent;
    private boolean wholeAnswer;
    private @Nullable Pending pending;

    SentError(Release release) {
        this.release = release;
    }

    /** None yet, released by the same rule. */
    SentError anew() {
        return new SentError(release);
    }

    boolean isSent() {
        return sent;
    }

    /** Whether the container still has to make an answer of it. */
    boolean isToBeRendered() {
        return sent && !wholeAnswer;
    }

    /** No error page renders it: its status is the whole answer. */
    void endAnswer() {
        wholeAnswer = true;
    }

    void send(int status, @Nullable String message, HttpServletResponse target) throws IOException {
        sent = true;
        pending = new Pending(status, message);
        if (release == Release.WHEN_COMMITTED) {
            target.setStatus(status);
        } else {
            release(target);
        }
    }

    /** Hands it over, if that has not been done. */
    void release(HttpServletResponse target) throws IOException {
        Pending error = pending;
        pending = null;
        if (error != null && error.message() != null) {
            target.sendError(error.status(), error.message());
        } else if (error != null) {
            target.sendError(error.status());
        }
    }

    /** Forgets it. */
    void discard() {
        sent = false;
        pending = null;
    }

    private record Pending(int status, @Nullable String message) {}
}
