package dev.idempotency.spring.internal.web.response;

/** Tells whether an answer is a stream: something that the client must see while it is being written. */
public interface StreamDetector {

    /** Whether it is known to be a stream: each byte must go on. */
    boolean isStream();

    /** Whether it is written outside of a request's thread, so that a flush there means what it says. */
    boolean isAsync();
}
