package dev.idempotency.client.jdk;

import java.net.http.HttpResponse.BodyHandler;
import java.net.http.HttpResponse.BodySubscriber;
import java.net.http.HttpResponse.ResponseInfo;

/** Receives a body before the application's handler gets it. */
record ReceivingHandler<T>(BodyHandler<T> handler) implements BodyHandler<Received<T>> {

    @Override
    public BodySubscriber<Received<T>> apply(ResponseInfo info) {
        return new ReceivingSubscriber<>(handler, info);
    }
}
