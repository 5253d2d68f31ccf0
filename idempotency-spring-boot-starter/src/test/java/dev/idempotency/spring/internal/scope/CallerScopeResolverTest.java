package dev.idempotency.spring.internal.scope;

import static org.assertj.core.api.Assertions.assertThat;

import dev.idempotency.core.scope.Scope;
import dev.idempotency.spring.scope.ScopeResolver;
import dev.idempotency.spring.scope.TenantSource;
import java.security.Principal;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.springframework.mock.web.MockHttpServletRequest;
import org.springframework.security.authentication.TestingAuthenticationToken;
import org.springframework.security.oauth2.core.DefaultOAuth2AuthenticatedPrincipal;
import org.springframework.security.oauth2.jwt.Jwt;

class CallerScopeResolverTest {

    private static final ScopeResolver BY_PRINCIPAL = new CallerScopeResolver("anonymous", null, false);
    private static final ScopeResolver BY_CLAIM =
            new CallerScopeResolver("anonymous", new ClaimTenantSource("org"), false);
    private static final ScopeResolver BY_ATTRIBUTE =
            new CallerScopeResolver("anonymous", TenantSource.attribute("tenant"), false);

    @Test
    void a_caller_is_known_by_name() {
        assertThat(BY_PRINCIPAL.resolve(from("alice"))).contains(Scope.of("u:alice"));
        assertThat(BY_PRINCIPAL.resolve(from("bob"))).isNotEqualTo(BY_PRINCIPAL.resolve(from("alice")));
    }

    @Test
    void a_rotated_token_keeps_its_records() {
        assertThat(BY_CLAIM.resolve(from(token("one", "acme"))))
                .isEqualTo(BY_CLAIM.resolve(from(token("two", "acme"))));
    }

    @Test
    void nobody_has_a_name_that_no_user_can_have() {
        assertThat(BY_PRINCIPAL.resolve(new MockHttpServletRequest()))
                .isPresent()
                .isNotEqualTo(BY_PRINCIPAL.resolve(from("anonymous")))
                .isNotEqualTo(BY_PRINCIPAL.resolve(from("a:anonymous")));
    }

    @Test
    void nobody_is_refused_if_that_is_wanted() {
        assertThat(new CallerScopeResolver(null, null, false).resolve(new MockHttpServletRequest()))
                .isEmpty();
    }

    @Test
    void callers_of_the_same_name_in_two_tenants_are_two() {
        assertThat(BY_CLAIM.resolve(from(token("t", "acme"))))
                .contains(Scope.of("t:acme").within("u:alice"))
                .isNotEqualTo(BY_CLAIM.resolve(from(token("t", "globex"))));
    }

    @Test
    void a_claim_may_come_from_introspection() {
        var introspected = new DefaultOAuth2AuthenticatedPrincipal("alice", Map.of("org", 42), List.of());

        assertThat(BY_CLAIM.resolve(from(new TestingAuthenticationToken(introspected, "credential"))))
                .contains(Scope.of("t:42").within("u:alice"));
    }

    @Test
    void a_caller_whose_tenant_is_not_known_is_refused() {
        assertThat(BY_CLAIM.resolve(from(token("t", " ")))).isEmpty();
        assertThat(BY_CLAIM.resolve(from(new TestingAuthenticationToken("alice", "credential"))))
                .isEmpty();
        assertThat(BY_CLAIM.resolve(from("alice"))).isEmpty();
        assertThat(BY_CLAIM.resolve(new MockHttpServletRequest())).isEmpty();
    }

    @Test
    void a_tenant_may_be_an_attribute_of_the_request() {
        MockHttpServletRequest request = from("alice");
        request.setAttribute("tenant", "acme");
        MockHttpServletRequest anonymous = new MockHttpServletRequest();
        anonymous.setAttribute("tenant", "acme");

        assertThat(BY_ATTRIBUTE.resolve(request)).contains(Scope.of("t:acme").within("u:alice"));
        assertThat(BY_ATTRIBUTE.resolve(anonymous)).contains(Scope.of("t:acme").within("a:anonymous"));
    }

    @Test
    void all_callers_of_a_tenant_share_their_keys_if_that_is_wanted() {
        ScopeResolver shared = new CallerScopeResolver(null, new ClaimTenantSource("org"), true);

        assertThat(shared.resolve(from(token("t", "acme")))).contains(Scope.of("t:acme"));
        assertThat(shared.resolve(new MockHttpServletRequest())).as("nobody").isEmpty();
    }

    @Test
    void a_name_that_cannot_be_stored_is_nobodys() {
        assertThat(BY_PRINCIPAL.resolve(from(" "))).isEmpty();
        assertThat(BY_PRINCIPAL.resolve(from("a\u0000b"))).isEmpty();
    }

    private static MockHttpServletRequest from(String name) {
        return from((Principal) () -> name);
    }

    private static MockHttpServletRequest from(Principal principal) {
        MockHttpServletRequest request = new MockHttpServletRequest();
        request.setUserPrincipal(principal);
        return request;
    }

    private static TestingAuthenticationToken token(String value, String tenant) {
        Jwt jwt = Jwt.withTokenValue(value)
                .header("alg", "none")
                .subject("alice")
                .issuedAt(Instant.EPOCH)
                .claim("org", tenant)
                .build();
        return new TestingAuthenticationToken(jwt, value) {
            private static final long serialVersionUID = 1L;

            @Override
            public String getName() {
                return Optional.ofNullable(jwt.getSubject()).orElseThrow();
            }
        };
    }
}
