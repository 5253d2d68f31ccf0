package dev.idempotency.chaos.check;

import java.util.Arrays;
import java.util.List;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.stream.Stream;

/** What the library promises, and the rules that tell whether a history keeps the promise. */
public enum Invariant {
    I1("A key has at most one effect", of(EffectRules::atMostOnce)),
    I2("Every acknowledged success has its effect", of(EffectRules::acknowledgedIsDone)),
    I3("All successes of a key are the same, byte for byte", of(AnswerRules::allTheSame)),
    I4("No success without a completed record", each(AnswerRules::successIsRecorded)),
    I5("No byte of another caller's or key's answer", of(AnswerRules::noForeignBytes)),
    I6(
            "A holder that was fenced out neither answers nor writes",
            of(AnswerRules::onlyTheHolderAnswers),
            of(RecordRules::onlyTheHolderWrites)),
    I7("What was refused had no effect", of(EffectRules::refusedIsNotDone)),
    I8("A key never stands for two different requests", of(EffectRules::onePayload)),
    I9("No key is stuck", each(HealRules::noStuckKey)),
    I10("Unknown is never left without reconciliation", of(RecordRules::unknownIsReconciled)),
    I12(
            "Afterwards everything works and nothing is left over",
            whole(HealRules::nothingLeftOver),
            whole(HealRules::everyNodeWorks)),
    I13("Time is the database's, whatever a node's clock says", of(RecordRules::leasesLast)),
    I14("Nothing is reaped before its time", of(RecordRules::keptUntilExpired)),
    I16(
            "One request at a time works on a thing, and an action is done once",
            whole(ThingRules::oneAtATime),
            whole(ThingRules::doneOnce)),
    I17(
            "A client that leaves and a standby that stalls or takes over change none of this",
            of(DisturbanceRules::doneIsNeverRetryable),
            of(DisturbanceRules::nothingRunsUnreserved),
            of(DisturbanceRules::halfOfRequestNeverRuns));

    private final String promise;

    @SuppressWarnings("ImmutableEnumChecker") // Rules have no state.
    private final List<Rule> rules;

    Invariant(String promise, Rule... rules) {
        this.promise = promise;
        this.rules = List.of(rules);
    }

    public String promise() {
        return promise;
    }

    Stream<Violation> violationsIn(Evidence evidence) {
        return rules.stream().flatMap(rule -> rule.apply(this, evidence));
    }

    static Stream<Violation> allIn(Evidence evidence) {
        return Arrays.stream(values()).flatMap(invariant -> invariant.violationsIn(evidence));
    }

    private static Rule of(Function<Story, Stream<String>> rule) {
        return each((evidence, story) -> rule.apply(story));
    }

    private static Rule each(BiFunction<Evidence, Story, Stream<String>> rule) {
        return (invariant, evidence) -> evidence.stories().stream()
                .flatMap(story -> rule.apply(evidence, story).map(what -> new Violation(invariant, story, what)));
    }

    private static Rule whole(Function<Evidence, Stream<String>> rule) {
        return (invariant, evidence) -> rule.apply(evidence).map(what -> new Violation(invariant, null, what));
    }

    private interface Rule extends BiFunction<Invariant, Evidence, Stream<Violation>> {}
}
