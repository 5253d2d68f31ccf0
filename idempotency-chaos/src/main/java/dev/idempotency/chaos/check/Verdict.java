package dev.idempotency.chaos.check;

import dev.idempotency.chaos.history.Event;
import java.util.List;

/**
 * What a run has shown.
 *
 * @param vacuous why it proves nothing, whatever it found
 */
public record Verdict(Figures figures, List<Violation> violations, List<String> vacuous, String account) {

    public static Verdict on(List<Event> history, Bar bar) {
        Evidence evidence = new Evidence(history);
        Figures figures = Figures.of(evidence);
        List<Violation> violations = Invariant.allIn(evidence).toList();
        return new Verdict(figures, violations, bar.missedBy(figures), Account.of(evidence, violations));
    }

    public boolean isGood() {
        return violations.isEmpty() && vacuous.isEmpty();
    }
}
