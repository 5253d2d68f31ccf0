package dev.idempotency.spring.internal.problem;

import dev.idempotency.core.action.DoneAction;
import dev.idempotency.spring.problem.Problem;
import dev.idempotency.spring.problem.ProblemRenderer;
import dev.idempotency.spring.problem.ProblemReport;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.context.MessageSource;

/**
 * Answers with {@code application/problem+json} of RFC 9457.
 *
 * <p>The {@code type} is the same in every application, {@code urn:idempotency:problem:key-reused} and so on; a page for people
 * is linked as {@code describedby}. Title and detail can be translated by the application's messages
 * {@code idempotency.problem.key-reused.title} and {@code …detail}; argument {@code {0}} of the latter is the English detail.
 *
 * <p>The answer is written here and not thrown at the application's exception handlers: one that catches every
 * {@code Exception}, as many applications have, would turn a 409, which asks for a retry, into a 500, which hides that nothing
 * ran. An application that wants another format replaces this bean, and then decides about status and headers.
 */
public final class ProblemJson implements ProblemRenderer {

    private static final String MESSAGE_PREFIX = "idempotency.problem.";
    private static final String TYPE_PREFIX = "urn:idempotency:problem:";

    private final Map<Problem, Integer> statuses;
    private final MessageSource messages;
    private final @Nullable URI documentation;

    /**
     * @param statuses where they differ from {@link Problem#defaultStatus()}
     * @param documentation a page about idempotency keys in this API
     */
    public ProblemJson(Map<Problem, Integer> statuses, MessageSource messages, @Nullable URI documentation) {
        this.statuses = new EnumMap<>(Problem.class);
        this.statuses.putAll(statuses);
        this.messages = messages;
        this.documentation = documentation;
    }

    @Override
    public void render(ProblemReport report, HttpServletRequest request, HttpServletResponse response)
            throws IOException {
        int status = statusOf(report.problem());
        byte[] body = body(report, status, request.getLocale()).getBytes(StandardCharsets.UTF_8);
        response.setStatus(status);
        Duration retryAfter = report.retryAfter();
        if (retryAfter != null) {
            response.setHeader("Retry-After", Long.toString(Math.max(1, retryAfter.toSeconds())));
        }
        if (documentation != null) {
            response.addHeader("Link", "<" + documentation.toASCIIString() + ">; rel=\"describedby\"");
        }
        response.setContentType("application/problem+json");
        response.setContentLength(body.length);
        response.getOutputStream().write(body);
    }

    private int statusOf(Problem problem) {
        return statuses.getOrDefault(problem, problem.defaultStatus());
    }

    private String body(ProblemReport report, int status, Locale locale) {
        Problem problem = report.problem();
        String name = problem.name().toLowerCase(Locale.ROOT).replace('_', '-');
        String detail = report.detail() == null ? problem.detail() : report.detail();
        JsonText json = new JsonText()
                .add("type", TYPE_PREFIX + name)
                .add("title", translated(name + ".title", problem.title(), locale))
                .add("status", status)
                .add("detail", translated(name + ".detail", detail, locale))
                .add("code", problem.code())
                .add("retryable", problem.isRetryable());
        if (report.originalStatus() != null) {
            json.add("originalStatus", report.originalStatus());
        }
        DoneAction done = report.done();
        if (done != null) {
            done.reference().ifPresent(reference -> json.add("reference", reference));
            json.add("doneAt", done.doneAt().toString());
        }
        return json.end();
    }

    /** Without a default for the source, which would take an apostrophe in it for a quote. */
    private String translated(String name, String english, Locale locale) {
        String code = MESSAGE_PREFIX + name;
        String translated = messages.getMessage(code, new Object[] {english}, null, locale);
        return translated == null || translated.equals(code) ? english : translated;
    }
}
