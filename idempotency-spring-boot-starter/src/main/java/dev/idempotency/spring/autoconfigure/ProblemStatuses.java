package dev.idempotency.spring.autoconfigure;

import static dev.idempotency.spring.autoconfigure.Checks.require;

import dev.idempotency.spring.problem.Problem;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The properties {@code idempotency.status.*}, of which each problem has one. The name of a property is the problem's code
 * without what all of them begin with: {@code idempotency_key_reused} has {@code reused}.
 */
final class ProblemStatuses {

    private static final int ACCEPTED = 202;

    private static final Map<String, Problem> BY_NAME = Stream.of(Problem.values())
            .collect(Collectors.toUnmodifiableMap(problem -> uniform(nameOf(problem)), problem -> problem));

    private ProblemStatuses() {}

    /** The part of the property's name after {@code idempotency.status.}. */
    static String nameOf(Problem problem) {
        return problem.code().replaceFirst("^idempotency_(key_)?", "").replace('_', '-');
    }

    /** @throws IllegalArgumentException if a name is no problem's, or a status is not one to answer it with */
    static void check(Map<String, Integer> set) {
        set.forEach((name, status) -> check(problem(name), status));
    }

    private static void check(Problem problem, int status) {
        boolean mayBeAccepted = problem == Problem.IN_PROGRESS;
        require(
                (status >= 400 && status <= 599) || (mayBeAccepted && status == ACCEPTED),
                "status.%s is %s400 to 599, not %d".formatted(nameOf(problem), mayBeAccepted ? "202 or " : "", status));
    }

    /** The flavor's statuses, with those that are set in the place of some of them. */
    static Map<Problem, Integer> of(Flavor flavor, Map<String, Integer> set) {
        Map<Problem, Integer> statuses = new EnumMap<>(Problem.class);
        // One property may be set under several spellings, each of which is bound to the value that counts most.
        set.forEach((name, status) -> statuses.put(problem(name), status));
        flavor.statuses().forEach(statuses::putIfAbsent);
        return statuses;
    }

    private static Problem problem(String name) {
        Problem problem = BY_NAME.get(uniform(name));
        if (problem == null) {
            throw new IllegalArgumentException("idempotency.status.%s is no property; there are %s"
                    .formatted(
                            name,
                            Stream.of(Problem.values())
                                    .map(ProblemStatuses::nameOf)
                                    .toList()));
        }
        return problem;
    }

    /** As Spring Boot compares names: {@code in-progress}, {@code inProgress} and {@code INPROGRESS} are one. */
    private static String uniform(String name) {
        return name.replace("-", "").replace("_", "").toLowerCase(Locale.ROOT);
    }
}
