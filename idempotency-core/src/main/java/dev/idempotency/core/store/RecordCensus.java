package dev.idempotency.core.store;

import dev.idempotency.core.record.State;
import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;

/** Tells how many records there are. For an operator's page; too expensive for every request or scrape. */
public interface RecordCensus {

    /** Counts at a bounded cost, however many records there are. */
    Count count();

    /**
     * What was counted.
     *
     * @param byState for every state; records that have expired and are still stored count as what they were
     * @param deadLetters the unknown ones among them that wait for an operator
     * @param estimated whether some numbers are extrapolated from a part of the records
     */
    record Count(Map<State, Long> byState, long deadLetters, boolean estimated) {

        public Count {
            Map<State, Long> all = new EnumMap<>(State.class);
            for (State state : State.values()) {
                all.put(state, byState.getOrDefault(state, 0L));
            }
            byState = Collections.unmodifiableMap(all);
        }
    }
}
