package dev.idempotency.client.spring;

import dev.idempotency.client.IdempotentCall;
import dev.idempotency.client.IdempotentCalls;
import java.lang.reflect.Method;
import org.jspecify.annotations.Nullable;
import org.springframework.core.MethodParameter;
import org.springframework.core.annotation.AnnotatedElementUtils;
import org.springframework.web.service.invoker.HttpRequestValues;

/**
 * Reads {@link IdempotentCall} from the methods of HTTP interfaces. To be given to {@code
 * HttpServiceProxyFactory.Builder.httpRequestValuesProcessor}, which Spring Framework 7 has. On 6.2, a parameter with
 * {@code @RequestAttribute(IdempotentCalls.STEP)} says the same.
 */
public final class IdempotentCallProcessor implements HttpRequestValues.Processor {

    @Override
    public void process(
            Method method,
            MethodParameter[] parameters,
            @Nullable Object[] arguments,
            HttpRequestValues.Builder builder) {
        IdempotentCall call = AnnotatedElementUtils.findMergedAnnotation(method, IdempotentCall.class);
        if (call != null) {
            builder.addAttribute(IdempotentCalls.STEP, call.value());
        }
    }
}
