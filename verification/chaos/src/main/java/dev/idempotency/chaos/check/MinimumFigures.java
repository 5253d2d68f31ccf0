package dev.idempotency.chaos.check;

import dev.idempotency.chaos.history.FaultKind;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** What a run must have shown at least. One in which little happened, or everything failed, proves nothing. */
public record MinimumFigures(int keys, int requests, int allFaults, Map<FaultKind, Integer> faults) {

    private static final int TENANTS = 4;
    private static final double DUPLICATED = 0.30;
    private static final double ACKNOWLEDGED = 0.99;

    /** Why the run proves nothing; empty when it does. */
    List<String> missedBy(Figures figures) {
        List<String> missed = new ArrayList<>();
        require(missed, "keys", figures.keys(), keys);
        require(missed, "requests", figures.requests(), requests);
        require(missed, "tenants", figures.tenants(), TENANTS);
        require(missed, "duplicated keys", figures.duplicated(), DUPLICATED * figures.keys());
        require(missed, "acknowledged keys", figures.acknowledged(), ACKNOWLEDGED * figures.lasting());
        require(missed, "faults", (double) figures.allFaults(), allFaults);
        faults.forEach((kind, least) ->
                require(missed, kind + " faults", figures.faults().getOrDefault(kind, 0L), least));
        return missed;
    }

    private static void require(List<String> missed, String what, double is, double least) {
        if (is < least) {
            missed.add("%s: %.0f, at least %.0f needed".formatted(what, is, Math.ceil(least)));
        }
    }
}
