package dev.idempotency.spring.internal.phase;

import dev.idempotency.core.template.ValueCodec;

/**
 * What the phases of all handlers share.
 *
 * @param codec writes and reads results
 * @param maxResult how many bytes a result may have
 */
public record PhaseSettings(ValueCodec codec, int maxResult) {}
