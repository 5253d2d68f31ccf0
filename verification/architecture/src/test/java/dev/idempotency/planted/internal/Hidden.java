package dev.idempotency.planted.internal;

/** A public type that is not API. */
public interface Hidden {}
