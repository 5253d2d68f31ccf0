package dev.idempotency.testbed;

import dev.idempotency.testbed.TcpProxy.OnSight;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Waits for a client to send a text. */
public final class Trap {

    static final Trap NONE = new Trap("", OnSight.PASS);

    private final String text;
    private final OnSight onSight;
    private final CountDownLatch sprung = new CountDownLatch(1);
    private final CountDownLatch released = new CountDownLatch(1);

    Trap(String text, OnSight onSight) {
        this.text = text;
        this.onSight = onSight;
    }

    /** Waits until the text was seen. */
    public void await(Duration atMost) throws InterruptedException {
        if (!sprung.await(atMost.toMillis(), TimeUnit.MILLISECONDS)) {
            throw new AssertionError("Nobody sent \"" + text + "\" within " + atMost);
        }
    }

    public boolean isSprung() {
        return sprung.getCount() == 0;
    }

    /** Lets go of what is held, to whoever is still there. */
    public void release() {
        released.countDown();
    }

    /** Tells that it is sprung, and waits for its release. */
    void hold() {
        spring();
        try {
            released.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    OnSight onSight() {
        return onSight;
    }

    boolean springs(byte[] chunk) {
        return !text.isEmpty() && new String(chunk, StandardCharsets.ISO_8859_1).contains(text);
    }

    void spring() {
        sprung.countDown();
    }
}
