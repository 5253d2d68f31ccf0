package dev.idempotency.spring.phase;

/** A call that an external phase makes. */
public interface ExternalCall {

    /** The key to send along, in the form of a UUID: the same in every run of the request, and no other phase has it. */
    String key();
}
