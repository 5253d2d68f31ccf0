package dev.idempotency.spring.internal.web.async;

import jakarta.servlet.ServletResponse;

/**
 * Is told about the events of an asynchronous request. Called from any thread, and perhaps more than once for one
 * event.
 */
public interface AsyncWatch {

    /**
     * The response that the application must write to, even if it starts asynchronous processing without naming a
     * response.
     */
    ServletResponse response();

    /** The application starts asynchronous processing of the request. Throws if that is not allowed. */
    void starting();

    /** The request goes on after its thread has returned. */
    void started();

    /** The application is about to complete the request. Until this returns, the response can still be written. */
    void completing();

    /** The time that the application had set is over. */
    void timedOut();

    /** The container gave up. */
    void failed(Throwable cause);

    /** All is over; nothing can be written any more. */
    void completed();
}
