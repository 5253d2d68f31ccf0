package dev.idempotency.queues;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.Socket;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.stereotype.Component;

/** Stands still where the process is to be killed: it knocks at the door of the test, which does not let it in. */
@Component
class Stops {

    private final Stop stop;
    private final int door;

    Stops(@Value("${stop:NOWHERE}") Stop stop, @Value("${door:0}") int door) {
        this.stop = stop;
        this.door = door;
    }

    void at(Stop here) {
        if (stop != here) {
            return;
        }
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), door)) {
            while (socket.getInputStream().read() >= 0) {
                // Nobody says anything.
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
