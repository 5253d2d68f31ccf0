package dev.idempotency.spring.internal.scope;

import static org.assertj.core.api.Assertions.assertThat;

import dev.idempotency.spring.scope.ScopeResolver;
import dev.idempotency.spring.scope.TenantSource;
import java.security.Principal;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.mock.web.MockHttpServletRequest;
import org.springframework.security.authentication.TestingAuthenticationToken;
import org.springframework.security.oauth2.core.DefaultOAuth2AuthenticatedPrincipal;

/** Whoever runs the application learns why its callers are refused, and nothing of what their tokens say. */
@ExtendWith(OutputCaptureExtension.class)
class MissingTenantTest {

    private final ScopeResolver byClaim = new CallerScopeResolver("anonymous", new ClaimTenantSource("org"), false);

    @Test
    void a_token_without_the_claim_is_told_of_by_the_name_of_the_claim(CapturedOutput output) {
        assertThat(byClaim.resolve(from(token(Map.of("email", "secret@example.org")))))
                .isEmpty();

        assertThat(output)
                .contains("the caller's token has no claim 'org'", "idempotency.scope.tenant-claim")
                .doesNotContain("secret", "alice", "credential", "email");
    }

    @Test
    void a_claim_that_names_no_tenant_is_told_of_without_its_value(CapturedOutput output) {
        byClaim.resolve(from(token(Map.of("org", "a\u0000secret"))));

        assertThat(output)
                .contains("the claim 'org' of the caller's token names no tenant")
                .doesNotContain("secret");
    }

    @Test
    void a_caller_without_a_token_is_told_of_by_what_came_in_its_place(CapturedOutput output) {
        byClaim.resolve(from(new TestingAuthenticationToken("alice", "credential")));

        assertThat(output)
                .contains("the caller has no token with claims, but a TestingAuthenticationToken", "'org'")
                .doesNotContain("alice", "credential");
    }

    @Test
    void a_caller_who_is_not_authenticated_is_told_of(CapturedOutput output) {
        byClaim.resolve(new MockHttpServletRequest());

        assertThat(output).contains("the caller is not authenticated, and so has no claim 'org'");
    }

    @Test
    void a_request_attribute_that_no_filter_has_set_is_named(CapturedOutput output) {
        new CallerScopeResolver("anonymous", TenantSource.attribute("tenant"), false)
                .resolve(new MockHttpServletRequest());

        assertThat(output)
                .contains("no filter before the one for idempotency keys has set the request attribute 'tenant'");
    }

    @Test
    void a_source_of_the_application_is_named_by_its_class(CapturedOutput output) {
        new CallerScopeResolver("anonymous", new NoTenants(), false).resolve(new MockHttpServletRequest());

        assertThat(output).contains("NoTenants knows no tenant of the caller");
    }

    @Test
    void many_refusals_in_a_row_are_one_line(CapturedOutput output) {
        byClaim.resolve(new MockHttpServletRequest());
        byClaim.resolve(new MockHttpServletRequest());

        assertThat(output).containsOnlyOnce("has no claim 'org'");
    }

    @Test
    void a_caller_whose_tenant_is_known_is_not_told_of(CapturedOutput output) {
        assertThat(byClaim.resolve(from(token(Map.of("org", "acme"))))).isPresent();

        assertThat(output).doesNotContain("tenant");
    }

    private static TestingAuthenticationToken token(Map<String, Object> claims) {
        return new TestingAuthenticationToken(
                new DefaultOAuth2AuthenticatedPrincipal("alice", claims, List.of()), "credential");
    }

    private static MockHttpServletRequest from(Principal principal) {
        MockHttpServletRequest request = new MockHttpServletRequest();
        request.setUserPrincipal(principal);
        return request;
    }

    private static final class NoTenants implements TenantSource {

        @Override
        public Optional<String> tenantOf(jakarta.servlet.http.HttpServletRequest request) {
            return Optional.empty();
        }
    }
}
