package dev.idempotency.sample.provider;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Where the provider listens.
 *
 * @param port port on the loopback interface; 0 for one that is free
 */
@ConfigurationProperties("provider")
record ProviderProperties(@DefaultValue("0") int port) {}
