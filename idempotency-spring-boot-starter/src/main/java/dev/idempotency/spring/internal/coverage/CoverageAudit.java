package dev.idempotency.spring.internal.coverage;

import dev.idempotency.spring.IdempotencyConfigurationException;
import dev.idempotency.spring.coverage.Coverage;
import dev.idempotency.spring.coverage.CoverageMode;
import dev.idempotency.spring.endpoint.StateChangingRoute;
import java.util.List;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.SmartInitializingSingleton;

/** Looks once, before the application accepts requests, and logs what it found in one line. */
public final class CoverageAudit implements SmartInitializingSingleton {

    private static final Logger log = LoggerFactory.getLogger(CoverageAudit.class);

    private static final String ACTION =
            "Put @Idempotent on the handlers, name the routes in a bean of type IdempotentRoutes, or add those that are safe to"
                    + " run twice to 'idempotency.coverage-allowed'.";

    private final Coverage coverage;
    private final CoverageMode mode;

    public CoverageAudit(Coverage coverage, CoverageMode mode) {
        this.coverage = coverage;
        this.mode = mode;
    }

    @Override
    public void afterSingletonsInstantiated() {
        List<Coverage.Covered> all = coverage.all();
        List<Coverage.Covered> missing =
                all.stream().filter(Coverage.Covered::isMissing).toList();
        if (mode == CoverageMode.FAIL && !missing.isEmpty()) {
            throw new IdempotencyConfigurationException(description(missing), ACTION);
        }
        long given = all.stream()
                .filter(covered -> covered.mapping().protection().isGiven())
                .count();
        if (missing.isEmpty()) {
            log.info("{} of {} mappings that change state are idempotent, all that must be", given, all.size());
        } else if (mode == CoverageMode.OFF) {
            log.info(
                    "{} of {} mappings that change state are idempotent; not so: {}",
                    given,
                    all.size(),
                    names(missing));
        } else {
            log.warn(
                    "{} of {} mappings that change state are idempotent; not so: {}",
                    given,
                    all.size(),
                    names(missing));
        }
    }

    private static String description(List<Coverage.Covered> missing) {
        return missing.stream()
                .map(covered -> "  %s (%s): %s"
                        .formatted(covered.mapping(), covered.mapping().handler(), covered.reason()))
                .collect(Collectors.joining(
                        "\n",
                        "Mappings that change state are not idempotent, and idempotency.coverage is 'fail':\n",
                        ""));
    }

    private static String names(List<Coverage.Covered> missing) {
        return missing.stream()
                .map(Coverage.Covered::mapping)
                .map(StateChangingRoute::toString)
                .collect(Collectors.joining(", "));
    }
}
