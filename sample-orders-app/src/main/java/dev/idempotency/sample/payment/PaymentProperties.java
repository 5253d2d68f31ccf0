package dev.idempotency.sample.payment;

import java.net.URI;
import java.time.Duration;
import java.util.Map;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * How the provider is called.
 *
 * @param timeout how long the provider may take to answer
 * @param acquirers where charges go first, by the name of the card; those for all other cards go to the provider
 */
@ConfigurationProperties("payments")
record PaymentProperties(
        @DefaultValue("10s") Duration timeout, @DefaultValue Map<String, URI> acquirers) {}
