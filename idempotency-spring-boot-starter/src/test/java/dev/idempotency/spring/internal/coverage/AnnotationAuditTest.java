package dev.idempotency.spring.internal.coverage;

import static org.assertj.core.api.Assertions.assertThat;

import dev.idempotency.spring.IdempotencyConfigurationException;
import dev.idempotency.spring.Idempotent;
import dev.idempotency.spring.autoconfigure.IdempotencyAutoConfiguration;
import dev.idempotency.spring.autoconfigure.IdempotencyCoverageAutoConfiguration;
import dev.idempotency.spring.autoconfigure.IdempotencyEngineAutoConfiguration;
import dev.idempotency.spring.autoconfigure.IdempotencyGuardAutoConfiguration;
import dev.idempotency.spring.autoconfigure.IdempotencyHandlersAutoConfiguration;
import dev.idempotency.spring.autoconfigure.IdempotencyWebMvcAutoConfiguration;
import dev.idempotency.spring.endpoint.ProtectedMethods;
import java.lang.reflect.Proxy;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.LazyInitializationBeanFactoryPostProcessor;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.WebApplicationContextRunner;
import org.springframework.boot.webmvc.autoconfigure.DispatcherServletAutoConfiguration;
import org.springframework.boot.webmvc.autoconfigure.WebMvcAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

class AnnotationAuditTest {

    private final WebApplicationContextRunner application = new WebApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(
                    IdempotencyAutoConfiguration.class,
                    IdempotencyGuardAutoConfiguration.class,
                    IdempotencyEngineAutoConfiguration.class,
                    IdempotencyHandlersAutoConfiguration.class,
                    IdempotencyWebMvcAutoConfiguration.class,
                    IdempotencyCoverageAutoConfiguration.class,
                    DispatcherServletAutoConfiguration.class,
                    WebMvcAutoConfiguration.class))
            .withPropertyValues("idempotency.store=memory");

    @ParameterizedTest
    @ValueSource(
            classes = {Service.class, AnnotatedService.class, ForgottenMapping.class, ServiceBehindInterface.class})
    void an_annotation_where_nothing_looks_for_it_stops_the_start(Class<?> bean) {
        application
                .withBean(bean)
                .run(context -> assertThat(context)
                        .getFailure()
                        .isInstanceOf(IdempotencyConfigurationException.class)
                        .hasMessageContaining("@Idempotent has no effect where no request is handled")
                        .hasMessageContaining(bean.getName()));
    }

    @Test
    void it_is_seen_where_beans_are_made_late() {
        application
                .withInitializer(context ->
                        context.addBeanFactoryPostProcessor(new LazyInitializationBeanFactoryPostProcessor()))
                .withBean(Service.class)
                .run(context -> assertThat(context).hasFailed());
    }

    @ParameterizedTest
    @ValueSource(classes = {Orders.class, AnnotatedOrders.class, OrdersBehindInterface.class, ReadOnly.class})
    void a_controller_whose_handlers_carry_it_starts(Class<?> bean) {
        application.withBean(bean).run(context -> assertThat(context).hasNotFailed());
    }

    @Test
    void a_client_that_is_made_of_a_controllers_interface_starts() {
        application
                .withBean(OrdersApi.class, () -> (OrdersApi) Proxy.newProxyInstance(
                        getClass().getClassLoader(), new Class<?>[] {OrdersApi.class}, (proxy, method, all) -> null))
                .run(context -> assertThat(context).hasNotFailed());
    }

    @Test
    void a_bean_that_looks_for_other_methods_makes_the_annotation_valid_there() {
        application
                .withBean(Service.class)
                .withUserConfiguration(Listeners.class)
                .run(context -> assertThat(context).hasNotFailed());
    }

    @Test
    void where_idempotency_is_switched_off_nothing_is_checked() {
        application
                .withBean(Service.class)
                .withPropertyValues("idempotency.enabled=false")
                .run(context -> assertThat(context).hasNotFailed());
    }

    static class Service {

        @Idempotent
        void charge() {}
    }

    @Idempotent
    static class AnnotatedService {

        void charge() {}
    }

    interface Charging {

        @Idempotent
        void charge();
    }

    static class ServiceBehindInterface implements Charging {

        @Override
        public void charge() {}
    }

    @RestController
    static class ForgottenMapping {

        @GetMapping("/orders")
        String list() {
            return "";
        }

        @Idempotent
        String place() {
            return "";
        }
    }

    @RestController
    static class Orders {

        @Idempotent
        @PostMapping("/orders")
        String place() {
            return "";
        }

        String notHandled() {
            return "";
        }
    }

    @RestController
    @Idempotent
    static class AnnotatedOrders {

        @PostMapping("/orders")
        String place() {
            return "";
        }
    }

    @RestController
    @Idempotent
    static class ReadOnly {

        @GetMapping("/orders")
        String list() {
            return "";
        }
    }

    @RequestMapping("/orders")
    interface OrdersApi {

        @Idempotent
        @PostMapping
        String place();
    }

    @RestController
    static class OrdersBehindInterface implements OrdersApi {

        @Override
        public String place() {
            return "";
        }
    }

    static class Listeners {

        @Bean
        ProtectedMethods listeners() {
            return (type, method) -> type == Service.class;
        }
    }
}
