package dev.idempotency.chaos.client;

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
        return new Plan(
                new KeyName(tenant, key),
                way,
                act(way, ofRequest),
                Integer.toString(ofRequest.nextInt(1_000_000)),
                1 + ofPlan.nextInt(nodes),
                ofPlan.nextDouble() < 0.50,
                ofPlan.nextDouble() < 0.15,
                ofPlan.nextDouble() < 0.10,
                ofPlan.nextDouble() < 0.10);
    }

    /** Few keys are brief: those that do not get an answer in their time never do. */
    private Way way(SplittableRandom random) {
        Way way = ways.get(random.nextInt(ways.size()));
        return way == Way.BRIEF && ways.size() > 1 && random.nextDouble() < 0.9 ? ways.get(0) : way;
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
