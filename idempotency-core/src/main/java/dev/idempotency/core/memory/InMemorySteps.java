package dev.idempotency.core.memory;

import dev.idempotency.core.record.IdempotencyRecord;
import dev.idempotency.core.record.Lease;
import dev.idempotency.core.record.RecordId;
import dev.idempotency.core.step.RecordedStep;
import dev.idempotency.core.step.RunSteps;
import dev.idempotency.core.step.StepKind;
import dev.idempotency.core.step.StepState;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/** The steps of the runs of a table. They are only changed inside of a change of their record, which makes both one atomic step. */
final class InMemorySteps {

    private final ConcurrentMap<RecordId, Map<String, Step>> steps = new ConcurrentHashMap<>();
    private final InMemoryTable table;
    private final Clock clock;

    InMemorySteps(InMemoryTable table, Clock clock) {
        this.table = table;
        this.clock = clock;
    }

    RunSteps of(Lease lease) {
        return new OfRun(lease);
    }

    boolean isAny(RecordId id) {
        return !all(id).isEmpty();
    }

    int size() {
        return steps.values().stream().mapToInt(Map::size).sum();
    }

    /** The life of the record has ended. */
    void forget(RecordId id) {
        steps.remove(id);
    }

    private Map<String, Step> all(RecordId id) {
        return steps.getOrDefault(id, Map.of());
    }

    /** @param calls how many runs have asked for the effect */
    private record Step(long token, int position, Instant calledAt, int calls, RecordedStep recorded) {

        Step by(long later) {
            return new Step(later, position, calledAt, calls + 1, recorded);
        }
    }

    private final class OfRun implements RunSteps {

        private final Lease lease;

        OfRun(Lease lease) {
            this.lease = lease;
        }

        @Override
        public List<RecordedStep> recorded() {
            return all(lease.id()).values().stream()
                    .sorted(Comparator.comparing(Step::position))
                    .map(Step::recorded)
                    .toList();
        }

        @Override
        public boolean finishLocal(String step, int position, byte[] result) {
            return changed(() -> {
                RecordedStep done = new RecordedStep(step, StepKind.LOCAL, StepState.DONE, null, result);
                return isHeld()
                        && mine().putIfAbsent(step, new Step(lease.token(), position, clock.instant(), 0, done))
                                == null;
            });
        }

        @Override
        public void undoLocal(String step) {
            changed(() -> mine().values()
                    .removeIf(one -> one.recorded().name().equals(step)
                            && one.token() == lease.token()
                            && one.recorded().kind() == StepKind.LOCAL));
        }

        @Override
        public boolean start(String step, int position, Duration repeatable) {
            return changed(() -> isHeld() && started(step, position, repeatable));
        }

        private boolean started(String step, int position, Duration repeatable) {
            Step former = mine().get(step);
            if (former == null) {
                RecordedStep started = new RecordedStep(step, StepKind.EXTERNAL, StepState.STARTED, null, null);
                mine().put(step, new Step(lease.token(), position, clock.instant(), 1, started));
                return true;
            }
            if (former.recorded().isDone()) {
                return false;
            }
            if (former.token() == lease.token()) {
                return true;
            }
            boolean again = former.calledAt().plus(repeatable).isAfter(clock.instant());
            if (again) {
                mine().put(step, former.by(lease.token()));
            }
            return again;
        }

        @Override
        public boolean finish(String step, Optional<String> externalId, Optional<byte[]> result) {
            return changed(() -> {
                Step own = own(step);
                if (own == null) {
                    return false;
                }
                RecordedStep done = new RecordedStep(
                        step, StepKind.EXTERNAL, StepState.DONE, externalId.orElse(null), result.orElse(null));
                mine().put(step, new Step(own.token(), own.position(), own.calledAt(), own.calls(), done));
                return true;
            });
        }

        @Override
        public void cancel(String step) {
            changed(() -> {
                Step own = own(step);
                boolean mayBeForgotten =
                        own != null && own.calls() == 1 && !own.recorded().isDone();
                if (mayBeForgotten) {
                    mine().remove(step);
                }
                return mayBeForgotten;
            });
        }

        /** The external step that this run was the last to ask for. */
        private @Nullable Step own(String step) {
            Step found = mine().get(step);
            return found != null && found.token() == lease.token() && found.calls() > 0 ? found : null;
        }

        private Map<String, Step> mine() {
            return steps.computeIfAbsent(lease.id(), id -> new ConcurrentHashMap<>());
        }

        private boolean isHeld() {
            return table.get(lease.id())
                    .filter(record -> record.isHeldBy(lease))
                    .isPresent();
        }

        private boolean changed(BooleanSupplier change) {
            AtomicBoolean changed = new AtomicBoolean();
            table.update(lease.id(), (IdempotencyRecord record) -> {
                changed.set(change.getAsBoolean());
                return record;
            });
            return changed.get();
        }
    }
}
