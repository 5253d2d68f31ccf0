package dev.idempotency.spring.internal.web.response;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.servlet.http.HttpServletResponse;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Fails when a new version of the servlet API adds a method that nobody has thought about. */
class EveryMethodTest {

    /** They look, or change a header or setting that can be taken back as long as nothing has been sent. */
    private static final Set<String> HARMLESS = Set.of(
            "addCookie(Cookie)",
            "containsHeader(String)",
            "encodeRedirectURL(String)",
            "encodeURL(String)",
            "getBufferSize()",
            "getCharacterEncoding()",
            "getContentType()",
            "getHeader(String)",
            "getHeaderNames()",
            "getHeaders(String)",
            "getLocale()",
            "getStatus()",
            "getTrailerFields()",
            "setBufferSize(int)");

    @Test
    void every_method_of_a_response_is_overridden_or_known_to_be_harmless() {
        Set<String> overridden = Arrays.stream(CapturedResponse.class.getDeclaredMethods())
                .map(EveryMethodTest::signature)
                .collect(Collectors.toSet());

        Set<String> forgotten = new TreeSet<>();
        for (Method method : HttpServletResponse.class.getMethods()) {
            String signature = signature(method);
            if (!overridden.contains(signature) && !HARMLESS.contains(signature)) {
                forgotten.add(signature);
            }
        }

        assertThat(forgotten).isEmpty();
        assertThat(overridden).contains("sendRedirect(String,int,boolean)", "setCharacterEncoding(Charset)");
        assertThat(overridden).doesNotContainAnyElementsOf(HARMLESS);
    }

    private static String signature(Method method) {
        return Arrays.stream(method.getParameterTypes())
                .map(Class::getSimpleName)
                .collect(Collectors.joining(",", method.getName() + "(", ")"));
    }
}
