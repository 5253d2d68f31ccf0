package dev.idempotency.chaos.application;

import org.springframework.boot.tomcat.servlet.TomcatServletWebServerFactory;
import org.springframework.boot.web.server.WebServerFactoryCustomizer;
import org.springframework.stereotype.Component;

/** Has the server hold little of an answer, so that a client that leaves is met by a write. */
@Component
class SmallBuffers implements WebServerFactoryCustomizer<TomcatServletWebServerFactory> {

    private static final String BYTES = "32768";

    @Override
    public void customize(TomcatServletWebServerFactory factory) {
        factory.addConnectorCustomizers(connector -> connector.setProperty("socket.txBufSize", BYTES));
    }
}
