package dev.idempotency.sample.provider;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ThreadFactory;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.json.JsonMapper;

/** The provider's own listener, on the loopback interface. */
public final class ProviderServer implements AutoCloseable {

    private static final Logger log = LoggerFactory.getLogger(ProviderServer.class);
    private static final ThreadFactory THREADS = work -> {
        Thread thread = new Thread(work, "provider");
        thread.setDaemon(true);
        return thread;
    };

    private final ExecutorService workers = Executors.newCachedThreadPool(THREADS);
    private final HttpServer server;

    ProviderServer(int port, Ledger ledger, JsonMapper json) throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 0);
        server.createContext(ProviderApi.PATH, new ProviderApi(ledger, json, workers));
        server.setExecutor(workers);
        server.start();
        log.info("The payment provider listens on {}", url());
    }

    public URI url() {
        return URI.create("http://127.0.0.1:" + server.getAddress().getPort());
    }

    @Override
    public void close() {
        server.stop(0);
        workers.shutdownNow();
    }
}
