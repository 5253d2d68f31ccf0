package dev.idempotency.planted.cycle.two;

import dev.idempotency.planted.cycle.one.One;

public final class Two {
    One one;
}
