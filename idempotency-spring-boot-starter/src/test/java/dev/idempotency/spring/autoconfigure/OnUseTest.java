package dev.idempotency.spring.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;

import dev.idempotency.core.reconcile.Reconciler;
import dev.idempotency.core.store.IdempotencyStore;
import dev.idempotency.core.template.IdempotencyTemplate;
import dev.idempotency.jdbc.schema.SchemaInitializer;
import dev.idempotency.spring.IdempotencyEngines;
import dev.idempotency.spring.Idempotent;
import dev.idempotency.spring.endpoint.IdempotentRoutes;
import dev.idempotency.spring.internal.background.BackgroundWork;
import dev.idempotency.testbed.Database;
import java.lang.reflect.Method;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration;
import org.springframework.boot.test.context.runner.WebApplicationContextRunner;
import org.springframework.boot.webmvc.autoconfigure.WebMvcAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.servlet.mvc.method.RequestMappingInfo;
import org.springframework.web.servlet.mvc.method.annotation.RequestMappingHandlerMapping;

/** The database is left alone until something is protected. */
class OnUseTest {

    private final Database database = Database.create();

    private final WebApplicationContextRunner runner = new WebApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(AutoConfigurationNamesTest.OURS.toArray(Class[]::new)))
            .withConfiguration(AutoConfigurations.of(WebMvcAutoConfiguration.class, DataSourceAutoConfiguration.class))
            .withPropertyValues(
                    "spring.datasource.url=" + database.url(),
                    "spring.datasource.username=" + database.user(),
                    "spring.datasource.password=" + database.password());

    @Test
    void where_nothing_is_protected_there_is_no_table_and_nothing_to_do() {
        runner.withUserConfiguration(Plain.class).run(context -> {
            assertThat(context)
                    .hasNotFailed()
                    .doesNotHaveBean(IdempotencyStore.class)
                    .doesNotHaveBean(SchemaInitializer.class)
                    .doesNotHaveBean(BackgroundWork.class)
                    .doesNotHaveBean("idempotencyHealthIndicator");
            assertThat(tables()).isZero();
        });
    }

    @ParameterizedTest
    @ValueSource(
            classes = {
                OnMethod.class,
                OnType.class,
                OnInterface.class,
                Routes.class,
                FindsOut.class,
                CallsByConstructor.class,
                CallsByField.class,
                CallsByProvider.class,
                CallsByBeanMethod.class,
                CallsByEngine.class
            })
    void whatever_needs_records_brings_the_table(Class<?> use) {
        runner.withUserConfiguration(use).run(context -> {
            assertThat(context).hasNotFailed().hasBean("idempotencyGuardedStore");
            assertThat(tables()).isNotZero();
        });
    }

    @Test
    void whoever_says_where_records_are_kept_gets_the_table() {
        runner.withPropertyValues("idempotency.store=jdbc")
                .run(context -> assertThat(context).hasNotFailed().hasBean("idempotencyGuardedStore"));
    }

    @Test
    void a_handler_that_was_not_seen_stops_the_start_and_says_what_to_set() {
        FailureAnalysis analysis = FailureAnalysisTest.failure(runner.withUserConfiguration(MappedByHand.class));

        assertThat(analysis.getDescription()).contains("it knew of no bean that is @Idempotent");
        assertThat(analysis.getAction()).contains("idempotency.store: jdbc");
        runner.withUserConfiguration(MappedByHand.class)
                .withPropertyValues("idempotency.store=jdbc")
                .run(context -> assertThat(context).hasNotFailed());
    }

    @Test
    void several_data_sources_are_no_matter_until_something_is_protected() {
        WebApplicationContextRunner several = runner.withUserConfiguration(TwoDataSources.class);

        several.withUserConfiguration(Plain.class)
                .run(context -> assertThat(context).hasNotFailed());
        assertThat(FailureAnalysisTest.failure(several.withUserConfiguration(OnMethod.class))
                        .getDescription())
                .contains("several data sources");
    }

    private int tables() {
        return JdbcClient.create(database.dataSource())
                .sql("SELECT count(*) FROM pg_class WHERE relname LIKE 'idempotency%'")
                .query(Integer.class)
                .single();
    }

    @RestController
    static class Plain {
        @PostMapping("/plain")
        void handle() {}
    }

    @RestController
    static class OnMethod {
        @PostMapping("/method")
        @Idempotent
        void handle() {}
    }

    @RestController
    @Idempotent
    static class OnType {
        @PostMapping("/type")
        void handle() {}
    }

    interface Contract {
        @PostMapping("/interface")
        @Idempotent
        void handle();
    }

    @RestController
    static class OnInterface implements Contract {
        @Override
        public void handle() {}
    }

    @Configuration(proxyBeanMethods = false)
    static class Routes {
        @Bean
        IdempotentRoutes routes() {
            return new IdempotentRoutes().post("/plain");
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class FindsOut {
        @Bean
        Reconciler reconciler() {
            return AutoConfigurationTest.proxy(Reconciler.class);
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class TwoDataSources {

        @Bean
        javax.sql.DataSource first() {
            return Database.create().dataSource();
        }

        @Bean
        javax.sql.DataSource second() {
            return Database.create().dataSource();
        }
    }

    /** Not a bean. */
    static class Handler {
        @Idempotent
        void handle() {}
    }

    @Configuration(proxyBeanMethods = false)
    static class MappedByHand {

        @Bean
        String mapped(@Qualifier("requestMappingHandlerMapping") RequestMappingHandlerMapping mapping)
                throws NoSuchMethodException {
            Method method = Handler.class.getDeclaredMethod("handle");
            mapping.registerMapping(
                    RequestMappingInfo.paths("/by-hand")
                            .methods(org.springframework.web.bind.annotation.RequestMethod.POST)
                            .options(mapping.getBuilderConfiguration())
                            .build(),
                    new Handler(),
                    method);
            return "mapped";
        }
    }

    static class CallsByConstructor {

        CallsByConstructor(IdempotencyTemplate template) {
            assertThat(template).isNotNull();
        }
    }

    static class CallsByField extends Base {}

    private static class Base {

        @Autowired
        private IdempotencyTemplate template;
    }

    static class CallsByProvider {

        CallsByProvider(ObjectProvider<IdempotencyTemplate> templates) {
            assertThat(templates.getObject()).isNotNull();
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class CallsByBeanMethod {

        @Bean
        String caller(IdempotencyTemplate template) {
            return template.toString();
        }
    }

    static class CallsByEngine {

        CallsByEngine(IdempotencyEngines engines) {
            assertThat(engines).isNotNull();
        }
    }
}
