package dev.idempotency.spring.internal.web.async;

import jakarta.servlet.ServletResponse;

/** Is told how an asynchronous request goes on. Called from any thread, and for one event perhaps more than once. */
public interface AsyncWatch {

    /** The response that everybody inside must write to, also one who asks for asynchronous processing without naming it. */
    ServletResponse response();

    /** Somebody wants the request to go on after its thread has returned. Throws if it must not. */
    void starting();

    /** The request goes on after its thread has returned. */
    void started();

    /** Somebody is about to complete the request. Until this returns, the response can still be written. */
    void completing();

    /** The time that the application had set is over. */
    void timedOut();

    /** The container gave up. */
    void failed(Throwable cause);

    /** All is over; nothing can be written any more. */
    void completed();
}
