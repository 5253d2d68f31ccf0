package dev.idempotency.chaos.client;

import dev.idempotency.chaos.history.AnswerForm;
import dev.idempotency.chaos.history.EndpointKind;
import dev.idempotency.chaos.history.KeyName;
import java.util.List;
import java.util.SplittableRandom;

/** Makes up plans. The same seed makes the same plans. Neighbouring seeds of a plain {@code Random} begin almost alike. */
public final class Plans {

    private static final List<String> TENANTS = List.of("alice", "bob", "carol", "dave", "erin");
    private static final double SAME_KEY = 0.25;

    private final long seed;
    private final List<EndpointKind> endpoints;
    private final int nodes;

    public Plans(long seed, List<EndpointKind> endpoints, int nodes) {
        this.seed = seed;
        this.endpoints = endpoints;
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
        EndpointKind endpoint = endpoint(ofRequest);
        AnswerForm form = form(endpoint, ofRequest);
        return new Plan(
                new KeyName(tenant, key),
                endpoint,
                form,
                act(endpoint, ofRequest),
                Integer.toString(ofRequest.nextInt(1_000_000)),
                1 + ofPlan.nextInt(nodes),
                ofPlan.nextDouble() < 0.50,
                ofPlan.nextDouble() < 0.15,
                departure(endpoint, form, ofPlan),
                ofPlan.nextDouble() < 0.10);
    }

    /** Few keys are brief: those that do not get an answer in their time never do. */
    private EndpointKind endpoint(SplittableRandom random) {
        EndpointKind endpoint = endpoints.get(random.nextInt(endpoints.size()));
        return endpoint == EndpointKind.BRIEF && endpoints.size() > 1 && random.nextDouble() < 0.9
                ? endpoints.get(0)
                : endpoint;
    }

    /** Where lost runs are taken over, an answer that has passed through may be followed by another one. */
    private static AnswerForm form(EndpointKind endpoint, SplittableRandom random) {
        double chance = random.nextDouble();
        if (endpoint == EndpointKind.TAKE_OVER || endpoint == EndpointKind.BRIEF || chance < 0.72) {
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
    private static Departure departure(EndpointKind endpoint, AnswerForm form, SplittableRandom random) {
        double chance = random.nextDouble();
        boolean takesTime = form.padding() > 0 || (form.passesThrough() && !endpoint.isTransactional());
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

    private static String act(EndpointKind endpoint, SplittableRandom random) {
        double chance = random.nextDouble();
        if (chance < (endpoint == EndpointKind.TAKE_OVER || endpoint == EndpointKind.BRIEF ? 0.40 : 0.75)) {
            return "ok";
        } else if (chance < 0.87) {
            return slow(endpoint);
        } else if (chance < 0.92) {
            return "decline";
        } else if (chance < 0.97 || (endpoint != EndpointKind.LEASE && endpoint != EndpointKind.ENTITY)) {
            return "fail";
        }
        return "lose";
    }

    /**
     * Where lost runs are taken over, they are so slow that the one that was lost may wake up while the other runs. Where records
     * are brief, a run outlasts its record's time.
     */
    private static String slow(EndpointKind endpoint) {
        return switch (endpoint) {
            case TAKE_OVER -> "slower";
            case BRIEF -> "slowest";
            case TRANSACTIONAL, LEASE, ENTITY, ACTION -> "slow";
        };
    }
}
