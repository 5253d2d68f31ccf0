package dev.idempotency.spring.endtoend;

import java.util.ArrayList;
import java.util.List;

/** The calls of one thread, while they are being written down. Instrumented code tells it of each call; see {@link Tracer}. */
public final class Calls {

    /** As the name of a method. */
    static final String CONSTRUCTOR = "new";

    private static final ThreadLocal<Calls> CURRENT = new ThreadLocal<>();
    private static final StackWalker STACK = StackWalker.getInstance();

    private final List<Call> all = new ArrayList<>();
    private final List<Integer> stack = new ArrayList<>();
    private int untilLastByte;

    private Calls() {}

    /** Writes down the calls that this thread makes from now on. */
    static Calls begin() {
        Calls calls = new Calls();
        CURRENT.set(calls);
        return calls;
    }

    static void end() {
        CURRENT.remove();
    }

    /** Those that were made until the last byte of the answer was written. */
    List<Call> all() {
        return List.copyOf(all.subList(0, untilLastByte));
    }

    /** Something of the answer is written. */
    void wrote() {
        untilLastByte = all.size();
    }

    /** A method is entered. Returns how many were open before. */
    public static int entered(String type, String method) {
        Calls calls = CURRENT.get();
        return calls == null ? 0 : calls.enter(type, method);
    }

    /** A method has returned, or has thrown. */
    public static void left(int open) {
        Calls calls = CURRENT.get();
        if (calls != null) {
            calls.leave(open);
        }
    }

    private int enter(String type, String method) {
        int open = stack.size();
        int caller = open == 0 ? -1 : stack.get(open - 1);
        int simple = type.lastIndexOf('.') + 1;
        stack.add(all.size());
        all.add(new Call(
                caller,
                type.substring(0, simple),
                topLevel(type.substring(simple)),
                method,
                isByFramework(type, method)));
        return open;
    }

    private void leave(int open) {
        while (stack.size() > open) {
            stack.remove(stack.size() - 1);
        }
    }

    private static String topLevel(String simpleName) {
        int nested = simpleName.indexOf('$');
        return nested < 0 ? simpleName : simpleName.substring(0, nested);
    }

    /** Whether a framework has made the call. A bridge method is passed over. */
    private static boolean isByFramework(String type, String method) {
        String name = method.equals(CONSTRUCTOR) ? "<init>" : method;
        return STACK.walk(frames -> frames.dropWhile(
                        frame -> frame.getClassName().equals(Calls.class.getName()))
                .dropWhile(frame -> frame.getClassName().equals(type)
                        && frame.getMethodName().equals(name))
                .map(StackWalker.StackFrame::getClassName)
                .filter(caller -> !caller.startsWith("java."))
                .findFirst()
                .filter(caller -> !caller.startsWith("dev.idempotency."))
                .isPresent());
    }

    /**
     * A call.
     *
     * @param caller the place of the call that it was made from; -1 for the first
     * @param room the package of the class, and a dot
     * @param type the simple name of the class, without nested ones
     */
    record Call(int caller, String room, String type, String method, boolean byFramework) {}
}
