package dev.idempotency.spring.autoconfigure;

import dev.idempotency.spring.coverage.CoverageMode;
import java.util.List;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Whether everything that changes state is protected.
 *
 * @param coverage What happens at start-up when a mapping that changes state is not protected.
 * @param coverageAllowed Path patterns that need not be protected, each with or without a method before it.
 */
@ConfigurationProperties("idempotency")
public record CoverageProperties(
        @DefaultValue("off") CoverageMode coverage,
        @DefaultValue List<String> coverageAllowed) {

    public CoverageProperties {
        coverageAllowed = List.copyOf(coverageAllowed);
    }
}
