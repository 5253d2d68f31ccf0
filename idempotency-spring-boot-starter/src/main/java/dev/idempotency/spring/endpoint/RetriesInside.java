package dev.idempotency.spring.endpoint;

import dev.idempotency.spring.Mode;
import java.lang.reflect.AnnotatedElement;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.core.annotation.MergedAnnotations;
import org.springframework.core.annotation.MergedAnnotations.SearchStrategy;
import org.springframework.web.method.HandlerMethod;

/**
 * Tells at start-up of a handler that is called again when it throws, inside the one transaction of mode TRANSACTIONAL. What one
 * attempt has written is committed together with the next one's: nothing is rolled back in between.
 */
final class RetriesInside {

    /** That of Spring Framework 7 and that of Spring Retry; an application need not have either. */
    private static final List<String> RETRYABLE = List.of(
            "org.springframework.resilience.annotation.Retryable", "org.springframework.retry.annotation.Retryable");

    private static final Logger log = LoggerFactory.getLogger(RetriesInside.class);

    private RetriesInside() {}

    static void tell(ProtectedEndpoint endpoint, HandlerMethod handler) {
        if (endpoint.mode() == Mode.TRANSACTIONAL
                && (isRetried(handler.getMethod()) || isRetried(handler.getBeanType()))) {
            log.warn(
                    "{} ({}) is @Retryable and runs in mode TRANSACTIONAL: all attempts share one transaction, so that what a"
                            + " failed attempt has written is committed with the next one's, or no later attempt can succeed."
                            + " Remove @Retryable there, and let the client retry with the same key, which runs in a new"
                            + " transaction; or use mode LEASE with @Retryable around a @Transactional method",
                    handler.getShortLogMessage(),
                    endpoint.operation());
        }
    }

    private static boolean isRetried(AnnotatedElement element) {
        MergedAnnotations annotations = MergedAnnotations.from(element, SearchStrategy.TYPE_HIERARCHY);
        return RETRYABLE.stream().anyMatch(annotations::isPresent);
    }
}
