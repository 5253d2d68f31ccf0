package dev.idempotency.spring.endpoint;

import dev.idempotency.core.fingerprint.Fingerprinter;
import dev.idempotency.spring.Idempotent;
import java.lang.reflect.AnnotatedElement;
import java.time.Duration;
import java.util.Arrays;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.springframework.boot.convert.DurationStyle;
import org.springframework.core.annotation.AnnotatedElementUtils;
import org.springframework.util.StringUtils;

/**
 * Reads what {@link Idempotent} says: on an element itself, on its annotations, on what it overrides or implements.
 *
 * @param placeholders resolves {@code ${…}} in durations
 * @param fingerprinters finds a bean by its name
 */
record AnnotationReader(UnaryOperator<String> placeholders, Function<String, Fingerprinter> fingerprinters) {

    static Optional<Idempotent> find(AnnotatedElement element) {
        return Optional.ofNullable(AnnotatedElementUtils.findMergedAnnotation(element, Idempotent.class));
    }

    /** Puts into the settings what the annotation says, and leaves the rest as it is. */
    void apply(Idempotent said, EndpointSettings to) {
        only(said.mode(), "mode").ifPresent(to::mode);
        text(said.transactionManager()).ifPresent(to::transactionManager);
        duration(said.ttl(), "ttl", to::ttl);
        duration(said.lease(), "lease", to::lease);
        required(said.required()).ifPresent(to::required);
        only(said.onConcurrent(), "onConcurrent").ifPresent(to::onConcurrent);
        duration(said.waitAtMost(), "waitAtMost", to::waitAtMost);
        only(said.onStoreFailure(), "onStoreFailure").ifPresent(to::onStoreFailure);
        only(said.onLeaseExpiry(), "onLeaseExpiry").ifPresent(to::onLeaseExpiry);
        applyFingerprint(said, to);
        applyOutcomes(said, to);
    }

    private void applyFingerprint(Idempotent said, EndpointSettings to) {
        Optional<String> named = text(said.fingerprinter());
        if (named.isPresent() && said.ignoredMembers().length > 0) {
            throw new IllegalArgumentException(
                    "ignoredMembers and fingerprinter exclude each other:" + " the bean decides by itself what counts");
        }
        named.map(fingerprinters).ifPresent(to::fingerprinter);
        if (said.ignoredMembers().length > 0) {
            to.ignoredMembers(said.ignoredMembers());
        }
    }

    private static void applyOutcomes(Idempotent said, EndpointSettings to) {
        if (said.retryableOn().length > 0) {
            to.retryableOn(Arrays.asList(said.retryableOn()));
        }
        if (said.unknownOn().length > 0) {
            to.unknownOn(Arrays.asList(said.unknownOn()));
        }
        if (said.retryableStatuses().length > 0) {
            to.retryableStatuses(said.retryableStatuses());
        }
        if (said.unknownStatuses().length > 0) {
            to.unknownStatuses(said.unknownStatuses());
        }
    }

    private void duration(String said, String attribute, Consumer<Duration> to) {
        if (said.isEmpty()) {
            return;
        }
        String text = placeholders.apply(said).trim();
        String source = text.equals(said) ? "'" + said + "'" : "'" + text + "' (from '" + said + "')";
        if (text.chars().allMatch(Character::isDigit)) {
            throw new IllegalArgumentException(attribute + " has no unit: " + source);
        }
        Duration duration;
        try {
            duration = DurationStyle.detectAndParse(text);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(attribute + " is not a duration: " + source, e);
        }
        to.accept(duration);
    }

    private static Optional<Boolean> required(boolean[] said) {
        Boolean[] boxed = new Boolean[said.length];
        for (int i = 0; i < said.length; i++) {
            boxed[i] = said[i];
        }
        return only(boxed, "required");
    }

    private static Optional<String> text(String said) {
        return StringUtils.hasText(said) ? Optional.of(said) : Optional.empty();
    }

    private static <T> Optional<T> only(T[] said, String attribute) {
        if (said.length > 1) {
            throw new IllegalArgumentException(attribute + " has one value, not " + Arrays.toString(said));
        }
        return Arrays.stream(said).findFirst();
    }
}
