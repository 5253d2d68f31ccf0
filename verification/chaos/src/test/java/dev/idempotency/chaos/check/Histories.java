package dev.idempotency.chaos.check;

import dev.idempotency.chaos.history.History;
import dev.idempotency.chaos.history.KeyName;
import dev.idempotency.chaos.history.Receipt;
import java.util.List;
import java.util.Map;

/** Histories written by hand: one node and a lease of two seconds, unless a history says otherwise. */
final class Histories {

    private static final String HEADER = "0 run seed=1 lease=2000 sweep=500 nodes=1\n";
    private static final String FOOTER =
            "\n9000 begins phase=FINAL\n9001 sent attempt=z node=1 key=zoe/z endpoint=LEASE payload=1\n"
                    + "9001.5 change key=zoe/z from=ABSENT to=IN_PROGRESS token=1 lease=11001.5\n"
                    + "9002 effect key=zoe/z run=rz attempt=z payload=1\n"
                    + "9002 change key=zoe/z from=IN_PROGRESS to=COMPLETED token=1 run=rz\n"
                    + "9003 answered attempt=z status=201 body=" + receipt("zoe", "z", "rz", "1");

    private Histories() {}

    /** {@code <r1>} stands for the answer of run r1 to alice's key k, whose payload is 5. */
    static List<Violation> violations(String history) {
        String text = history;
        for (String run : List.of("r1", "r2")) {
            text = text.replace("<" + run + ">", receipt("alice", "k", run, "5"));
        }
        return Verdict.on(History.parse(HEADER + text + FOOTER), new MinimumFigures(0, 0, 0, Map.of()))
                .violations();
    }

    private static String receipt(String tenant, String key, String run, String payload) {
        return new Receipt(new KeyName(tenant, key), run, payload).toJson();
    }
}
