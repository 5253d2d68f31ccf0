package dev.idempotency.chaos.client;

import dev.idempotency.chaos.history.EndpointKind;
import dev.idempotency.chaos.history.Event;
import dev.idempotency.chaos.history.Event.Answered;
import java.time.Duration;
import java.util.Optional;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;

/** A client that sends its request again and again until it has an answer for good. */
final class RetryingClient {

    private static final String IN_PROGRESS = "idempotency_in_progress";

    /** Whoever asks later than this may find the record gone, and would start anew. */
    private static final Duration BRIEF = Duration.ofSeconds(2);

    private final Plan plan;
    private final RequestSender sender;
    private final Executor threads;
    private final Random random;
    private final Runnable atEnd;
    private final long begun = System.nanoTime();
    private boolean hasLeft;
    private boolean probed;
    private int tries;

    RetryingClient(Plan plan, long seed, RequestSender sender, Executor threads, Runnable atEnd) {
        this.plan = plan;
        this.sender = sender;
        this.threads = threads;
        this.random = new Random(new SplittableRandom(seed).nextLong());
        this.atEnd = atEnd;
    }

    void begin() {
        int other = 1 + plan.node() % sender.nodes();
        threads.execute(this::tryOnce);
        if (plan.duplicated()) {
            threads.execute(() -> sender.send(plan, other, plan.payload()));
        }
        if (plan.straggling()) {
            int delay = 200 + random.nextInt(2_500);
            after(delay).execute(() -> sender.send(plan, anyNode(), plan.payload()));
        }
    }

    private void tryOnce() {
        tries++;
        Optional<Answered> answer = ask(tries == 1 ? plan.node() : anyNode());
        boolean running = answer.filter(some -> some.code().equals(IN_PROGRESS)).isPresent();
        boolean done = answer.filter(Answered::isDefinitive).isPresent();
        if (plan.reused() && !probed && (done || (running && !plan.endpoint().isTransactional()))) {
            probed = true;
            sender.send(plan, anyNode(), plan.payload() + "0");
        }
        boolean tooLate = plan.endpoint() == EndpointKind.BRIEF && System.nanoTime() - begun > BRIEF.toNanos();
        if (done || tooLate) {
            atEnd.run();
        } else {
            again();
        }
    }

    private Optional<Answered> ask(int node) {
        if (plan.departure() == Departure.NONE || hasLeft) {
            return sender.send(plan, node, plan.payload());
        }
        Event end = sender.sendAndLeave(plan, node, random);
        hasLeft = end instanceof Event.Left;
        return end instanceof Answered answered ? Optional.of(answered) : Optional.empty();
    }

    private void again() {
        int most = Math.min(2_000, 100 << Math.min(tries, 5));
        after(20 + random.nextInt(most)).execute(this::tryOnce);
    }

    private Executor after(int millis) {
        return CompletableFuture.delayedExecutor(millis, TimeUnit.MILLISECONDS, threads);
    }

    private int anyNode() {
        return 1 + random.nextInt(sender.nodes());
    }
}
