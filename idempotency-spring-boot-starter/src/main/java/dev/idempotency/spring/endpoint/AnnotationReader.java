package dev.idempotency.spring.endpoint;

import dev.idempotency.core.fingerprint.Fingerprinter;
import dev.idempotency.spring.Idempotent;
import java.lang.reflect.AnnotatedElement;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;
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

    /** The settings with what the annotation says, and otherwise as they are. */
    EndpointSettings apply(Idempotent said, EndpointSettings to) {
        EndpointSettings settings = set(to, only(said.mode(), "mode"), EndpointSettings::mode);
        settings = set(settings, text(said.transactionManager()), EndpointSettings::transactionManager);
        settings = set(settings, text(said.entity()), EndpointSettings::entity);
        settings = set(settings, text(said.action()), EndpointSettings::action);
        settings = set(settings, duration(said.ttl(), "ttl"), EndpointSettings::ttl);
        settings = set(settings, duration(said.lease(), "lease"), EndpointSettings::lease);
        settings = set(settings, required(said.required()), EndpointSettings::required);
        settings = set(settings, only(said.onConcurrent(), "onConcurrent"), EndpointSettings::onConcurrent);
        settings = set(settings, duration(said.waitAtMost(), "waitAtMost"), EndpointSettings::waitAtMost);
        settings = set(settings, only(said.onStoreFailure(), "onStoreFailure"), EndpointSettings::onStoreFailure);
        settings = set(settings, only(said.onLeaseExpiry(), "onLeaseExpiry"), EndpointSettings::onLeaseExpiry);
        if (said.phases().length > 0) {
            settings = settings.phases(List.of(said.phases()));
        }
        return outcomes(said, fingerprint(said, settings));
    }

    private static <T> EndpointSettings set(
            EndpointSettings settings, Optional<T> said, BiFunction<EndpointSettings, T, EndpointSettings> setting) {
        return said.map(value -> setting.apply(settings, value)).orElse(settings);
    }

    private EndpointSettings fingerprint(Idempotent said, EndpointSettings to) {
        Optional<String> named = text(said.fingerprinter());
        if (named.isPresent() && said.ignoredMembers().length > 0) {
            throw new IllegalArgumentException(
                    "ignoredMembers and fingerprinter exclude each other:" + " the bean decides by itself what counts");
        }
        EndpointSettings settings = set(to, named.map(fingerprinters), EndpointSettings::fingerprinter);
        return said.ignoredMembers().length > 0 ? settings.ignoredMembers(said.ignoredMembers()) : settings;
    }

    private static EndpointSettings outcomes(Idempotent said, EndpointSettings to) {
        EndpointSettings settings = to;
        if (said.retryableOn().length > 0) {
            settings = settings.retryableOn(Arrays.asList(said.retryableOn()));
        }
        if (said.unknownOn().length > 0) {
            settings = settings.unknownOn(Arrays.asList(said.unknownOn()));
        }
        if (said.retryableStatuses().length > 0) {
            settings = settings.retryableStatuses(said.retryableStatuses());
        }
        if (said.unknownStatuses().length > 0) {
            settings = settings.unknownStatuses(said.unknownStatuses());
        }
        return settings;
    }

    private Optional<Duration> duration(String said, String attribute) {
        if (said.isEmpty()) {
            return Optional.empty();
        }
        String text = placeholders.apply(said).trim();
        String source = text.equals(said) ? "'" + said + "'" : "'" + text + "' (from '" + said + "')";
        if (text.chars().allMatch(Character::isDigit)) {
            throw new IllegalArgumentException(attribute + " has no unit: " + source);
        }
        try {
            return Optional.of(DurationStyle.detectAndParse(text));
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(attribute + " is not a duration: " + source, e);
        }
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
