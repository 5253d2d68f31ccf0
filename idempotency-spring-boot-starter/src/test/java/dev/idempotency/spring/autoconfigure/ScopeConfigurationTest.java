package dev.idempotency.spring.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;

import dev.idempotency.core.key.IdempotencyKey;
import dev.idempotency.core.record.RecordId;
import dev.idempotency.core.scope.Scope;
import dev.idempotency.core.store.IdempotencyStore;
import dev.idempotency.spring.Idempotent;
import dev.idempotency.spring.internal.scope.ClaimTenantSource;
import dev.idempotency.spring.scope.ScopeResolver;
import dev.idempotency.spring.scope.TenantSource;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.WebApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.boot.webmvc.autoconfigure.WebMvcAutoConfiguration;
import org.springframework.mock.web.MockFilterChain;
import org.springframework.mock.web.MockHttpServletRequest;
import org.springframework.mock.web.MockHttpServletResponse;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RestController;

@ExtendWith(OutputCaptureExtension.class)
class ScopeConfigurationTest {

    private static final String WARNING = "Nothing authenticates callers";
    private static final FilteredClassLoader WITHOUT_SECURITY = new FilteredClassLoader("org.springframework.security");

    private final WebApplicationContextRunner runner = new WebApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(
                    IdempotencyAutoConfiguration.class,
                    IdempotencyGuardAutoConfiguration.class,
                    IdempotencyEngineAutoConfiguration.class,
                    IdempotencyHandlersAutoConfiguration.class,
                    IdempotencyWebMvcAutoConfiguration.class,
                    WebMvcAutoConfiguration.class))
            .withPropertyValues("idempotency.store=memory");

    @Test
    void a_warning_tells_that_nothing_authenticates(CapturedOutput output) {
        runner.withClassLoader(WITHOUT_SECURITY)
                .withUserConfiguration(Orders.class)
                .run(context -> {
                    assertThat(context).hasNotFailed();
                    assertThat(output)
                            .contains(WARNING, "POST /orders/{id}", "idempotency.scope.on-anonymous")
                            .containsOnlyOnce(WARNING);
                });
    }

    @Test
    void there_is_no_warning_as_long_as_nothing_is_protected(CapturedOutput output) {
        runner.run(context -> assertThat(output).doesNotContain(WARNING));
    }

    @Test
    void there_is_no_warning_if_callers_are_meant_to_share(CapturedOutput output) {
        runner.withUserConfiguration(Orders.class)
                .withPropertyValues("idempotency.scope.on-anonymous=share")
                .run(context -> assertThat(output).doesNotContain(WARNING));
    }

    @Test
    void there_is_no_warning_if_nobody_is_refused(CapturedOutput output) {
        runner.withClassLoader(WITHOUT_SECURITY)
                .withUserConfiguration(Orders.class)
                .withPropertyValues("idempotency.scope.on-anonymous=refuse")
                .run(context -> {
                    assertThat(output).doesNotContain(WARNING);
                    assertThat(context.getBean(ScopeResolver.class).resolve(new MockHttpServletRequest()))
                            .isEmpty();
                });
    }

    @Test
    void the_shared_name_can_be_set() {
        runner.withPropertyValues("idempotency.scope.anonymous-name=guests")
                .run(context -> assertThat(context.getBean(ScopeResolver.class).resolve(new MockHttpServletRequest()))
                        .contains(Scope.of("a:guests")));
    }

    @Test
    void the_memory_store_is_warned_about(CapturedOutput output) {
        runner.run(context -> assertThat(output).contains("For development only"));
    }

    @Test
    void a_claim_names_the_tenant() {
        runner.withPropertyValues("idempotency.scope.tenant-claim=org")
                .run(context ->
                        assertThat(context.getBean(TenantSource.class)).isEqualTo(new ClaimTenantSource("org")));
    }

    @Test
    void an_attribute_names_the_tenant() {
        MockHttpServletRequest request = new MockHttpServletRequest();
        request.setAttribute("tenant", "acme");

        runner.withClassLoader(WITHOUT_SECURITY)
                .withPropertyValues("idempotency.scope.tenant-attribute=tenant", "idempotency.scope.tenant-wide=true")
                .run(context -> assertThat(context.getBean(ScopeResolver.class).resolve(request))
                        .contains(Scope.of("t:acme")));
    }

    @Test
    void a_bean_of_the_application_names_the_tenant() {
        runner.withPropertyValues("idempotency.scope.tenant-claim=org")
                .withClassLoader(WITHOUT_SECURITY)
                .withBean("own", TenantSource.class, () -> request -> Optional.of("own"))
                .run(context -> assertThat(context.getBean(ScopeResolver.class).resolve(new MockHttpServletRequest()))
                        .contains(Scope.of("t:own").within("a:anonymous")));
    }

    @Test
    void a_route_can_be_part_of_the_scope() {
        for (boolean perRoute : List.of(true, false)) {
            runner.withUserConfiguration(Orders.class)
                    .withPropertyValues("idempotency.store=memory", "idempotency.scope.per-route=" + perRoute)
                    .run(context -> {
                        MockHttpServletRequest request = new MockHttpServletRequest("POST", "/orders/7");
                        request.addHeader("Idempotency-Key", "key");
                        context.getBean("idempotencyFilter", FilterRegistrationBean.class)
                                .getFilter()
                                .doFilter(request, new MockHttpServletResponse(), new MockFilterChain());

                        Scope caller = Scope.of("a:anonymous");
                        Scope scope = perRoute ? caller.within("POST /orders/{id}") : caller;
                        assertThat(context.getBean(IdempotencyStore.class)
                                        .find(new RecordId(scope, new IdempotencyKey("key"))))
                                .isPresent();
                    });
        }
    }

    @RestController
    static class Orders {
        @PostMapping("/orders/{id}")
        @Idempotent
        void place() {}
    }
}
