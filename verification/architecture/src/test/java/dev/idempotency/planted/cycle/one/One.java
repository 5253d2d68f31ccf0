package dev.idempotency.planted.cycle.one;

import dev.idempotency.planted.cycle.two.Two;

public final class One {
    Two two;
}
