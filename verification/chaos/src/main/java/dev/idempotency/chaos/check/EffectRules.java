package dev.idempotency.chaos.check;

import dev.idempotency.chaos.history.EndpointKind;
import dev.idempotency.chaos.history.Event.Answered;
import dev.idempotency.chaos.history.Event.Effect;
import dev.idempotency.chaos.history.Receipt;
import java.util.Set;
import java.util.stream.Stream;

/** What answers say about effects, and effects about each other. */
final class EffectRules {

    private static final Set<Integer> NEVER_RAN = Set.of(400, 413, 422, 429);
    private static final int CONFLICT = 409;
    private static final int UNAVAILABLE = 503;

    private EffectRules() {}

    /** Whoever chose take-over gets at most one effect for each run that was allowed to begin. */
    static Stream<String> atMostOnce(Story story) {
        long allowed = story.endpoint() == EndpointKind.TAKE_OVER ? Math.max(1, story.grants()) : story.lives();
        return story.effects().size() > allowed
                ? Stream.of("%d effects where at most %d may be: %s"
                        .formatted(
                                story.effects().size(),
                                allowed,
                                story.effects().stream().map(Effect::run).toList()))
                : Stream.empty();
    }

    static Stream<String> acknowledgedIsDone(Story story) {
        Stream<Exchange> withoutEffect = story.successes()
                .filter(success -> success.receipt()
                        .flatMap(receipt -> story.effectOf(receipt.run()))
                        .isEmpty());
        Stream<Exchange> toldOfNothing = story.exchanges().stream()
                .filter(exchange ->
                        exchange.answer().filter(Answered::tellsOfUnkeptAnswer).isPresent()
                                && story.effects().isEmpty());
        return Stream.concat(withoutEffect, toldOfNothing)
                .map(exchange -> exchange + ": there is no effect behind this success");
    }

    static Stream<String> refusedIsNotDone(Story story) {
        return story.exchanges().stream()
                .filter(exchange -> exchange.answer()
                        .filter(answer -> saysNotRun(story, exchange, answer))
                        .isPresent())
                .filter(exchange -> story.effectsBy(exchange).findAny().isPresent())
                .map(exchange -> exchange + ": refused, yet it had an effect");
    }

    /**
     * A conflict means "not run", unless the holder stood still for a lease's length: then it has run, and is told like everybody
     * else what the record says. An unavailable store means the same, unless the answer had to be withheld: nobody can tell
     * whether a commit came through whose answer was lost, and where lost runs are taken over another answer may follow.
     */
    private static boolean saysNotRun(Story story, Exchange exchange, Answered answer) {
        if (answer.code().isEmpty() || answer.tellsOfUnkeptAnswer()) {
            return false;
        }
        boolean mayHaveLostItsLease =
                !story.endpoint().isTransactional() && exchange.took().compareTo(story.lease()) >= 0;
        boolean mayWithhold = story.endpoint().isTransactional() || story.endpoint() == EndpointKind.TAKE_OVER;
        return switch (answer.status()) {
            case CONFLICT -> !mayHaveLostItsLease;
            case UNAVAILABLE -> !mayHaveLostItsLease && !mayWithhold;
            default -> NEVER_RAN.contains(answer.status());
        };
    }

    /** A key stands for one request: what it does and what it answers is for one payload, that of the request in hand. */
    static Stream<String> onePayload(Story story) {
        Stream<String> foreign = story.successes()
                .filter(success -> success.receipt()
                        .map(Receipt::payload)
                        .filter(payload -> !payload.equals(success.sent().payload()))
                        .isPresent())
                .map(success -> success + ": answered with the result of another request");
        long payloads = story.effects().stream().map(Effect::payload).distinct().count();
        return payloads > story.lives()
                ? Stream.concat(foreign, Stream.of("Effects for " + payloads + " different requests"))
                : foreign;
    }
}
