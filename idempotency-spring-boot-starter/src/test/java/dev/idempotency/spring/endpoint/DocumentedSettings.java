package dev.idempotency.spring.endpoint;

import dev.idempotency.core.fingerprint.CanonicalFingerprinter;
import dev.idempotency.spring.autoconfigure.IdempotencyProperties;
import dev.idempotency.spring.outcome.StandardOutcomePolicy;
import org.springframework.boot.context.properties.bind.Binder;

/** The settings of an endpoint in an application that configures nothing. */
public final class DocumentedSettings {

    private DocumentedSettings() {}

    public static EndpointSettings get() {
        return new Binder()
                .bindOrCreate("idempotency", IdempotencyProperties.class)
                .endpoints(new CanonicalFingerprinter(), new StandardOutcomePolicy());
    }
}
