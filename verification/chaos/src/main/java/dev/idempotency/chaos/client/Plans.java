package dev.idempotency.chaos.client;

import dev.idempotency.chaos.history.AnswerForm;
import dev.idempotency.chaos.history.KeyName;
import dev.idempotency.chaos.history.Way;
import java.util.List;
import java.util.SplittableRandom;

/** Makes up plans. The same seed makes the same plans. Neighbouring seeds of a plain {@code Random} begin almost alike. */
public final class Plans {

    private static final List<String> TENANTS = List.of("alice", "bob", "carol", "dave", "erin");
    private static final double SAME_KEY = 0.25;

    private final long seed;
    private final List<Way> ways;
    private final int nodes;

    public Plans(long seed, List<Way> ways, int nodes) {
        this.seed = seed;
        this.ways = ways;
        this.nodes = nodes;
    }

    /** Of each five, either every tenant has one and all use the same key for the same request, or all are different. */
    Plan plan(int number) {
        int group = number / TENANTS.size();
        SplittableRandom ofGroup = new SplittableRandom(seed * 1_000_003 + group);
        boolean sameKey = ofGroup.nextDouble() < SAME_KEY;
        SplittableRandom ofPlan = new SplittableRandom(seed * 7_000_003 + number);
        SplittableRandom ofRequest = sameKey ? ofGroup : ofPlan;
        String tenant = TENANTS.get(sameKey ? number % TENANTS.size() : ofPlan.nextInt(TENANTS.size()));
        String key = sameKey ? "same-" + group : "key-" + number;
        Way way = way(ofRequest);
        AnswerForm form = form(way, ofRequest);
        return new Plan(
                new KeyName(tenant, key),
                way,
                form,
                act(way, ofRequest),
                Integer.toString(ofRequest.nextInt(1_000_000)),
                1 + ofPlan.nextInt(nodes),
                ofPlan.nextDouble() < 0.50,
                ofPlan.nextDouble() < 0.15,
                departure(way, form, ofPlan),
                ofPlan.nextDouble() < 0.10);
    }

    /** Few keys are brief: those that do not get an answer in their time never do. */
    private Way way(SplittableRandom random) {
        Way way = ways.get(random.nextInt(ways.size()));
        return way == Way.BRIEF && ways.size() > 1 && random.nextDouble() < 0.9 ? ways.get(0) : way;
    }

    /** Where lost runs are taken over, an answer that has passed through may be followed by another one. */
    private static AnswerForm form(Way way, SplittableRandom random) {
        double chance = random.nextDouble();
        if (way == Way.TAKE_OVER || way == Way.BRIEF || chance < 0.72) {
            return AnswerForm.SHORT;
        } else if (chance < 0.80) {
            return AnswerForm.LONG;
        } else if (chance < 0.87) {
            return AnswerForm.OVERSIZED;
        } else if (chance < 0.94) {
            return AnswerForm.WRITTEN;
        }
        return AnswerForm.FLUSHED;
    }

    /** An answer that is held back and short is there as a whole or not at all. */
    private static Departure departure(Way way, AnswerForm form, SplittableRandom random) {
        double chance = random.nextDouble();
        boolean takesTime = form.padding() > 0 || (form.passesThrough() && !way.isTransactional());
        if (chance < 0.03) {
            return Departure.WHILE_SENDING;
        } else if (chance < 0.09) {
            return Departure.AFTER_SENDING;
        } else if (chance < 0.15) {
            return Departure.WHILE_RUNNING;
        } else if (takesTime && chance < 0.65) {
            return Departure.WHILE_ANSWERED;
        }
        return Departure.NONE;
    }

    private static String act(Way way, SplittableRandom random) {
        double chance = random.nextDouble();
        if (chance < (way == Way.TAKE_OVER || way == Way.BRIEF ? 0.40 : 0.75)) {
            return "ok";
        } else if (chance < 0.87) {
            return slow(way);
        } else if (chance < 0.92) {
            return "decline";
        } else if (chance < 0.97 || way != Way.LEASE) {
            return "fail";
        }
        return "lose";
    }

    /**
     * Where lost runs are taken over, they are so slow that the one that was lost may wake up while the other runs. Where records
     * are brief, a run outlasts its record's time.
     */
    private static String slow(Way way) {
        return switch (way) {
            case TAKE_OVER -> "slower";
            case BRIEF -> "slowest";
            case TRANSACTIONAL, LEASE -> "slow";
        };
    }
}
