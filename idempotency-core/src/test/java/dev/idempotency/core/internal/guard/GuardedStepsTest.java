package dev.idempotency.core.internal.guard;

import static org.assertj.core.api.Assertions.assertThat;

import dev.idempotency.core.record.Records;
import dev.idempotency.core.step.RunSteps;
import dev.idempotency.core.store.GrantReason;
import dev.idempotency.core.store.GrantedRun;
import dev.idempotency.core.store.LeasedRun;
import dev.idempotency.core.store.Reservation;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The steps of a guarded run pass the guard as well. */
class GuardedStepsTest extends StoreGuardFixture {

    /** The name of the operation, by that of the method. */
    static final Map<String, String> OPERATIONS = Map.of(
            "recorded", "read_steps",
            "finishLocal", "finish_local_step",
            "start", "start_step",
            "finish", "finish_step",
            "cancel", "cancel_step");

    static List<Method> calls() {
        return Arrays.stream(RunSteps.class.getMethods())
                .sorted(Comparator.comparing(Method::getName))
                .toList();
    }

    @ParameterizedTest
    @MethodSource("calls")
    void each_call_about_steps_passes_the_guard_unless_it_is_none_of_a_store(Method call) throws Exception {
        for (boolean answer : List.of(true, false)) {
            RunSteps steps = granted(guard(new Watching("one")).around(answering(granting(stepsOf(answer)))))
                    .steps();
            seen.clear();

            Object got = call.invoke(steps, anything(call));

            if (call.getReturnType() == boolean.class) {
                assertThat(got).isEqualTo(answer);
            }
            String operation = OPERATIONS.get(call.getName());
            assertThat(seen)
                    .containsExactlyElementsOf(
                            operation == null
                                    ? List.of("asked for " + call.getName())
                                    : List.of("one before " + operation, "asked for " + call.getName(), "one after"));
        }
    }

    private RunSteps stepsOf(boolean answer) {
        return (RunSteps) Proxy.newProxyInstance(
                getClass().getClassLoader(), new Class<?>[] {RunSteps.class}, (proxy, call, arguments) -> {
                    seen.add("asked for " + call.getName());
                    return call.getReturnType() == boolean.class ? (Object) answer : null;
                });
    }

    private static Map<Class<?>, Object> granting(RunSteps steps) {
        GrantedRun run = new LeasedRun(null, Records.lease(7), Records.NOW, () -> steps);
        return Map.of(Reservation.class, new Reservation.Granted(run, GrantReason.FIRST));
    }

    private static Object[] anything(Method call) {
        return Arrays.stream(call.getParameterTypes())
                .map(type -> type == int.class ? (Object) 1 : type == Optional.class ? Optional.empty() : null)
                .toArray();
    }
}
