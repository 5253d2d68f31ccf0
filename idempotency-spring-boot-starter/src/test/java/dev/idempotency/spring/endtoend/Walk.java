package dev.idempotency.spring.endtoend;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * The way of a request through the classes, as {@code docs/architecture.md} tells it.
 *
 * <ul>
 *   <li>A hop is a call from one class into another. Calls into the same class right after each other are one hop.
 *   <li>A return is a hop into a class that was entered before and left since. One that calls back a class which is still in its own
 *       call is a hop, and no return.
 *   <li>Classes that compute a fingerprint, bind a statement or read a row are tools: each counts once until the store is called
 *       again.
 *   <li>Of the parts behind {@code CanonicalJson} four count, however many there are.
 *   <li>What a framework or the handler calls while the chain runs counts only where the body is written.
 *   <li>The walk ends with the last byte of the answer.
 * </ul>
 */
final class Walk {

    private static final List<String> TOOLS = List.of(".fingerprint.", ".driver.", ".jdbc.internal.record.");
    private static final String STORE_IS_CALLED = "StoreCircuit";
    private static final String JSON = "CanonicalJson";
    private static final int PARTS_OF_JSON = 4;
    private static final String BODY = "CapturedStream";

    private final List<String> steps = new ArrayList<>();
    private final Set<String> entered = new HashSet<>();
    private final Set<String> tools = new HashSet<>();
    private String last = "";
    private int parts;
    private int hops;
    private int returns;

    private Walk() {}

    static Walk of(List<Calls.Call> calls) {
        Walk walk = new Walk();
        Set<Integer> left = new HashSet<>();
        for (int i = 0; i < calls.size(); i++) {
            Calls.Call call = calls.get(i);
            if (left.contains(call.caller()) || (call.byFramework() && !isBody(call))) {
                left.add(i);
            } else if (call.caller() < 0) {
                walk.begin(call);
            } else {
                walk.go(call, calls);
            }
        }
        return walk;
    }

    private static boolean isBody(Calls.Call call) {
        return call.caller() < 0 || (call.type().equals(BODY) && call.method().equals("write"));
    }

    private void begin(Calls.Call call) {
        enter(call.type());
        steps.add("`" + call.type() + "`");
    }

    private void go(Calls.Call call, List<Calls.Call> calls) {
        String type = call.type();
        if (type.equals(STORE_IS_CALLED)) {
            tools.clear();
        }
        if (type.equals(calls.get(call.caller()).type()) || type.equals(last) || (isTool(call) && !tools.add(type))) {
            return;
        }
        if (isOpen(JSON, call, calls) && ++parts > PARTS_OF_JSON) {
            return;
        }
        boolean isReturn = entered.contains(type) && !isOpen(type, call, calls);
        enter(type);
        hops++;
        returns += isReturn ? 1 : 0;
        steps.add("`" + type + (isReturn ? "`↩" : "`"));
    }

    private void enter(String type) {
        entered.add(type);
        last = type;
    }

    private static boolean isTool(Calls.Call call) {
        return TOOLS.stream().anyMatch(call.room()::contains);
    }

    private static boolean isOpen(String type, Calls.Call call, List<Calls.Call> calls) {
        for (int caller = call.caller(); caller >= 0; caller = calls.get(caller).caller()) {
            if (calls.get(caller).type().equals(type)) {
                return true;
            }
        }
        return false;
    }

    int hops() {
        return hops;
    }

    int returns() {
        return returns;
    }

    /** How often the way leads through a class. */
    long timesIn(String type) {
        return steps.stream().filter(step -> step.startsWith("`" + type + "`")).count();
    }

    @Override
    public String toString() {
        return String.join(" → ", steps) + "\n\n" + hops + " hops, " + returns + " returns";
    }
}
