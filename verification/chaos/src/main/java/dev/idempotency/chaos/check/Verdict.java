package dev.idempotency.chaos.check;

import dev.idempotency.chaos.history.Event;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * What a run has shown.
 *
 * @param vacuous why it proves nothing, whatever it found
 */
public record Verdict(Figures figures, List<Violation> violations, List<String> vacuous, String account) {

    public static Verdict on(List<Event> history, MinimumFigures minimum) {
        Evidence evidence = new Evidence(history);
        Figures figures = Figures.of(evidence);
        List<Violation> violations = Invariant.allIn(evidence).toList();
        return new Verdict(figures, violations, minimum.missedBy(figures), Account.of(evidence, violations));
    }

    /** How often each promise was broken, if it was. */
    public Map<Invariant, Long> brokenPromises() {
        return violations.stream()
                .collect(Collectors.groupingBy(
                        Violation::invariant, () -> new EnumMap<>(Invariant.class), Collectors.counting()));
    }

    public boolean isGood() {
        return violations.isEmpty() && vacuous.isEmpty();
    }
}
