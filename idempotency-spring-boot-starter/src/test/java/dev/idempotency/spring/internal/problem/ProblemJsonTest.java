package dev.idempotency.spring.internal.problem;

import static org.assertj.core.api.Assertions.assertThat;

import dev.idempotency.spring.problem.Problem;
import dev.idempotency.spring.problem.ProblemReport;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.context.MessageSource;
import org.springframework.context.support.StaticMessageSource;
import org.springframework.mock.web.MockHttpServletRequest;
import org.springframework.mock.web.MockHttpServletResponse;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class ProblemJsonTest {

    private final StaticMessageSource messages = new StaticMessageSource();
    private final MockHttpServletRequest request = new MockHttpServletRequest("POST", "/orders");

    @ParameterizedTest
    @EnumSource
    void every_problem_has_all_members(Problem problem) throws Exception {
        MockHttpServletResponse response = render(ProblemReport.of(problem));
        JsonNode json = json(response);

        assertThat(response.getStatus()).isEqualTo(problem.defaultStatus());
        assertThat(response.getContentType()).isEqualTo("application/problem+json");
        assertThat(response.getContentLength()).isEqualTo(response.getContentAsByteArray().length);
        assertThat(json.propertyNames()).containsExactly("type", "title", "status", "detail", "code", "retryable");
        assertThat(URI.create(json.get("type").stringValue()).isAbsolute()).isTrue();
        assertThat(json.get("title").stringValue()).isEqualTo(problem.title());
        assertThat(json.get("status").intValue()).isEqualTo(problem.defaultStatus());
        assertThat(json.get("detail").stringValue()).isEqualTo(problem.detail());
        assertThat(json.get("code").stringValue()).isEqualTo(problem.code());
        assertThat(json.get("retryable").booleanValue()).isEqualTo(problem.isRetryable());
    }

    @Test
    void the_type_is_stable() throws Exception {
        assertThat(json(render(ProblemReport.of(Problem.KEY_REUSED)))
                        .get("type")
                        .stringValue())
                .isEqualTo("urn:idempotency:problem:key-reused");
    }

    @ParameterizedTest
    @CsvSource({"PT0S,1", "PT0.3S,1", "PT1.9S,1", "PT59.999S,59", "PT60S,60"})
    void retry_after_is_in_whole_seconds_and_not_beyond_the_lease(Duration left, String seconds) throws Exception {
        MockHttpServletResponse response = render(ProblemReport.of(Problem.IN_PROGRESS, left));

        assertThat(response.getHeader("Retry-After")).isEqualTo(seconds);
    }

    @Test
    void an_answer_that_was_not_kept_names_its_status() throws Exception {
        JsonNode json = json(render(ProblemReport.responseUnavailable(201)));

        assertThat(json.get("originalStatus").intValue()).isEqualTo(201);
        assertThat(json.get("status").intValue()).isEqualTo(409);
    }

    @Test
    void a_configured_status_counts_in_the_body_too() throws Exception {
        ProblemJson stripe = new ProblemJson(Map.of(Problem.KEY_REUSED, 400), messages, null);
        MockHttpServletResponse response = new MockHttpServletResponse();

        stripe.render(ProblemReport.of(Problem.KEY_REUSED), request, response);

        assertThat(response.getStatus()).isEqualTo(400);
        assertThat(json(response).get("status").intValue()).isEqualTo(400);
    }

    @Test
    void the_documentation_is_linked() throws Exception {
        ProblemJson documented = new ProblemJson(Map.of(), messages, URI.create("https://api.example/docs#keys"));
        MockHttpServletResponse response = new MockHttpServletResponse();
        response.addHeader("Link", "<https://other.example>; rel=\"next\"");

        documented.render(ProblemReport.of(Problem.KEY_MISSING), request, response);

        assertThat(response.getHeaders("Link"))
                .containsExactly(
                        "<https://other.example>; rel=\"next\"",
                        "<https://api.example/docs#keys>; rel=\"describedby\"");
        assertThat(render(ProblemReport.of(Problem.KEY_MISSING)).getHeader("Link"))
                .isNull();
    }

    @Test
    void the_application_translates() throws Exception {
        request.addPreferredLocale(Locale.GERMAN);
        messages.addMessage("idempotency.problem.key-invalid.title", Locale.GERMAN, "Schlüssel ungültig");
        messages.addMessage("idempotency.problem.key-invalid.detail", Locale.GERMAN, "Server sagt: {0}");

        JsonNode json = json(render(ProblemReport.of(Problem.KEY_INVALID, "The key's \"wrong\" {0}.\n")));

        assertThat(json.get("title").stringValue()).isEqualTo("Schlüssel ungültig");
        assertThat(json.get("detail").stringValue()).isEqualTo("Server sagt: The key's \"wrong\" {0}.\n");
    }

    @Test
    void a_text_that_is_not_translated_is_left_as_it_is() throws Exception {
        JsonNode json = json(render(ProblemReport.of(Problem.KEY_INVALID, "It's {0} \\ \u0007 ü")));

        assertThat(json.get("detail").stringValue()).isEqualTo("It's {0} \\ \u0007 ü");
    }

    @Test
    void a_message_source_that_answers_with_the_code_translates_nothing() throws Exception {
        messages.setUseCodeAsDefaultMessage(true);

        assertThat(json(render(ProblemReport.of(Problem.KEY_REUSED)))
                        .get("title")
                        .stringValue())
                .isEqualTo(Problem.KEY_REUSED.title());
    }

    private MockHttpServletResponse render(ProblemReport report) throws Exception {
        return render(report, messages);
    }

    private MockHttpServletResponse render(ProblemReport report, MessageSource source) throws Exception {
        MockHttpServletResponse response = new MockHttpServletResponse();
        new ProblemJson(Map.of(), source, null).render(report, request, response);
        return response;
    }

    private static JsonNode json(MockHttpServletResponse response) {
        return JsonMapper.shared().readTree(new String(response.getContentAsByteArray(), StandardCharsets.UTF_8));
    }
}
