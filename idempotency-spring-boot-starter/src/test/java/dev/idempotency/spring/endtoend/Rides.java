package dev.idempotency.spring.endtoend;

import dev.idempotency.spring.Idempotent;
import dev.idempotency.spring.OnLeaseExpiry;
import dev.idempotency.spring.phase.ExternalCall;
import dev.idempotency.spring.phase.ExternalPhase;
import dev.idempotency.spring.phase.Phases;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import org.springframework.http.HttpStatus;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

/** Rides in three phases, with a provider that tells keys apart, and a place to go wrong in each phase. */
@RestController
class Rides {

    /** What the provider was asked for: the keys, in the order of the calls. */
    static final List<String> CALLS = new CopyOnWriteArrayList<>();

    /** What the provider has charged, by the keys. */
    static final Map<String, Charge> CHARGES = new ConcurrentHashMap<>();

    /** Does what a test wants in the place of this name. */
    static volatile Consumer<String> at = place -> {};

    private final JdbcClient jdbc;

    Rides(JdbcClient jdbc) {
        this.jdbc = jdbc;
    }

    static void reset() {
        CALLS.clear();
        CHARGES.clear();
        at = place -> {};
    }

    @PostMapping("/rides")
    @ResponseStatus(HttpStatus.CREATED)
    @Idempotent(
            onLeaseExpiry = OnLeaseExpiry.RESUME,
            phases = {"ride", "charge", "receipt"})
    Ride ride(@RequestBody NewRide wanted, Phases phases) {
        return ride(phases, phases.external("charge", this::charge).repeatableFor(Duration.ofHours(23)));
    }

    @PostMapping("/unrepeatable")
    @ResponseStatus(HttpStatus.CREATED)
    @Idempotent(
            onLeaseExpiry = OnLeaseExpiry.RESUME,
            phases = {"ride", "charge", "receipt"})
    Ride unrepeatable(@RequestBody NewRide wanted, Phases phases) {
        return ride(phases, phases.external("charge", this::charge));
    }

    @PostMapping("/findable")
    @ResponseStatus(HttpStatus.CREATED)
    @Idempotent(
            onLeaseExpiry = OnLeaseExpiry.RESUME,
            phases = {"ride", "charge", "receipt"})
    Ride findable(@RequestBody NewRide wanted, Phases phases) {
        return ride(
                phases,
                phases.external("charge", this::charge).findBy(call -> Optional.ofNullable(CHARGES.get(call.key()))));
    }

    private Ride ride(Phases phases, ExternalPhase<Charge> charging) {
        long id = phases.local("ride", Long.class, () -> {
            long made = jdbc.sql("INSERT INTO ride DEFAULT VALUES RETURNING id")
                    .query(Long.class)
                    .single();
            at.accept("ride");
            return made;
        });
        Charge charge = charging.id(Charge::id).get(Charge.class);
        phases.local("receipt", () -> {
            jdbc.sql("INSERT INTO receipt (ride, charge) VALUES (?, ?)")
                    .params(id, charge.id())
                    .update();
            at.accept("receipt");
        });
        at.accept("answer");
        return new Ride(id, charge.id());
    }

    private Charge charge(ExternalCall call) {
        at.accept("before charge");
        CALLS.add(call.key());
        Charge charge = CHARGES.computeIfAbsent(call.key(), key -> new Charge("charge " + (CHARGES.size() + 1)));
        at.accept("charge");
        return charge;
    }

    record NewRide(String to) {}

    record Charge(String id) {}

    record Ride(long id, String charge) {}
}
