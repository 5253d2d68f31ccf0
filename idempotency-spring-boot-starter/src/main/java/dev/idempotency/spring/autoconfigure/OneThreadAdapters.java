package dev.idempotency.spring.autoconfigure;

import dev.idempotency.spring.internal.web.AnswersOnOneThread;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.web.servlet.mvc.method.annotation.RequestMappingHandlerAdapter;

/** Every adapter asks {@link AnswersOnOneThread} first, also where it is made late. */
final class OneThreadAdapters implements BeanPostProcessor {

    @Override
    public Object postProcessAfterInitialization(Object bean, String name) {
        if (bean instanceof RequestMappingHandlerAdapter adapter) {
            AnswersOnOneThread.guard(adapter);
        }
        return bean;
    }
}
