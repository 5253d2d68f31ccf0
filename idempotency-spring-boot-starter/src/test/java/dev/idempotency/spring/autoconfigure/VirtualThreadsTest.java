package dev.idempotency.spring.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.idempotency.spring.internal.background.BackgroundTask;
import dev.idempotency.spring.internal.background.BackgroundWork;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.condition.JRE;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.WebApplicationContextRunner;
import org.springframework.boot.webmvc.autoconfigure.WebMvcAutoConfiguration;

/** What an application gets that switches virtual threads on. */
class VirtualThreadsTest {

    private final AtomicReference<Thread> worker = new AtomicReference<>();

    private final WebApplicationContextRunner application = new WebApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(
                    IdempotencyAutoConfiguration.class,
                    IdempotencyGuardAutoConfiguration.class,
                    IdempotencyEngineAutoConfiguration.class,
                    IdempotencyUpkeepAutoConfiguration.class,
                    IdempotencyHandlersAutoConfiguration.class,
                    IdempotencyWebMvcAutoConfiguration.class,
                    WebMvcAutoConfiguration.class))
            .withPropertyValues("idempotency.store=memory", "spring.threads.virtual.enabled=true")
            .withBean(
                    BackgroundTask.class,
                    () -> new BackgroundTask(
                            "watched", Duration.ofMillis(5), () -> worker.set(Thread.currentThread())));

    @Test
    @EnabledForJreRange(max = JRE.JAVA_20)
    void a_jdk_without_virtual_threads_does_the_background_work_on_platform_threads() {
        application.run(context -> {
            assertThat(context).hasNotFailed();
            assertThat(context.getBean(BackgroundWork.class).isRunning()).isTrue();
            await().untilAtomic(worker, thread -> assertThat(thread).isNotNull());
        });
    }

    @Test
    @EnabledForJreRange(min = JRE.JAVA_21)
    void a_jdk_with_virtual_threads_does_the_background_work_on_them() {
        application.run(context -> {
            assertThat(context).hasNotFailed();
            await().untilAtomic(worker, thread -> assertThat(thread).isNotNull());
            assertThat(Thread.class.getMethod("isVirtual").invoke(worker.get())).isEqualTo(true);
        });
    }
}
