package dev.idempotency.spring.internal.web;

import dev.idempotency.core.record.Header;
import dev.idempotency.core.record.RecordedAnswer;
import jakarta.servlet.http.HttpServletRequest;
import java.util.List;
import java.util.Optional;

/**
 * Marks a recorded answer with whether its caller was authenticated, in a header that no client ever sees. An answer to
 * an authenticated caller is never given to an unauthenticated one, nor the reverse, even if they share a scope. An
 * answer without a mark, such as one that an operator wrote, is for its whole scope.
 */
enum CallerMark {
    KNOWN,
    UNKNOWN;

    private static final String NAME = "Idempotency-Caller";

    // A header never changes, but cannot say so without a library of annotations.
    @SuppressWarnings("ImmutableEnumChecker")
    private final Header header = new Header(NAME, name());

    static CallerMark of(HttpServletRequest request) {
        return request.getUserPrincipal() == null ? UNKNOWN : KNOWN;
    }

    /** As it is kept with an answer. */
    Header header() {
        return header;
    }

    /** Whether the caller of this request may be given the answer, as far as that goes by being authenticated or not. */
    static boolean mayBeGiven(RecordedAnswer answer, HttpServletRequest request) {
        return markOf(answer).filter(mark -> !mark.equals(of(request).name())).isEmpty();
    }

    private static Optional<String> markOf(RecordedAnswer answer) {
        return answer.headers().stream()
                .filter(CallerMark::isMark)
                .map(Header::value)
                .findFirst();
    }

    /** The answer as it was before it was marked. */
    static RecordedAnswer without(RecordedAnswer answer) {
        List<Header> headers =
                answer.headers().stream().filter(header -> !isMark(header)).toList();
        return RecordedAnswer.of(answer.code(), headers, answer.body().orElseThrow());
    }

    private static boolean isMark(Header header) {
        return header.name().equalsIgnoreCase(NAME);
    }
}
