package dev.idempotency.spring;

import static org.assertj.core.api.Assertions.assertThat;

import dev.idempotency.core.downstream.DownstreamKeys;
import dev.idempotency.core.downstream.StepKeys;
import dev.idempotency.core.fingerprint.Fingerprint;
import dev.idempotency.core.key.IdempotencyKey;
import dev.idempotency.core.record.RecordId;
import dev.idempotency.core.scope.Scope;
import java.util.List;
import java.util.ServiceLoader;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.mock.web.MockHttpServletRequest;
import org.springframework.web.context.request.RequestContextHolder;
import org.springframework.web.context.request.ServletRequestAttributes;

class IdempotencyContextTest {

    private final MockHttpServletRequest request = new MockHttpServletRequest();
    private final DownstreamKeys keys = new DownstreamKeys(
            new RecordId(Scope.of("alice"), new IdempotencyKey("key")), Fingerprint.of(1, new byte[32]));

    @AfterEach
    void leave() {
        RequestContextHolder.resetRequestAttributes();
    }

    @Test
    void a_protected_request_passes_on_the_keys_that_its_reconciler_knows() {
        IdempotencyContext.of(keys).bindTo(request);

        IdempotencyContext context = IdempotencyContext.of(request);

        assertThat(context.isProtected()).isTrue();
        assertThat(context.downstreamKey("charge")).isEqualTo(keys.forStep("charge"));
    }

    @Test
    void a_request_without_a_key_has_keys_of_its_own() {
        IdempotencyContext context = IdempotencyContext.of(request);

        assertThat(context.isProtected()).isFalse();
        assertThat(context.downstreamKey("charge"))
                .isEqualTo(IdempotencyContext.of(request).downstreamKey("charge"))
                .isNotEqualTo(context.downstreamKey("refund"))
                .isNotEqualTo(IdempotencyContext.unprotected().downstreamKey("charge"));
    }

    @Test
    void code_on_the_requests_thread_finds_it() {
        assertThat(IdempotencyContext.current()).isEmpty();
        IdempotencyContext.of(keys).bindTo(request);

        RequestContextHolder.setRequestAttributes(new ServletRequestAttributes(request));

        assertThat(IdempotencyContext.current()).isPresent();
    }

    @Test
    void code_that_knows_no_requests_finds_the_keys_of_a_protected_one_as_a_service() {
        RequestContextHolder.setRequestAttributes(new ServletRequestAttributes(request));
        IdempotencyContext.unprotected().bindTo(request);
        assertThat(ofServices()).isEmpty();

        IdempotencyContext.of(keys).bindTo(request);

        assertThat(ofServices()).containsExactly(keys.forStep("charge"));
    }

    private static List<String> ofServices() {
        return ServiceLoader.load(StepKeys.Lookup.class).stream()
                .flatMap(lookup -> lookup.get().current().stream())
                .map(found -> found.downstreamKey("charge"))
                .toList();
    }
}
