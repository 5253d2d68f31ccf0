package dev.idempotency.spring.internal.web.app;

import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.tomcat.servlet.TomcatServletWebServerFactory;
import org.springframework.boot.web.server.WebServerFactoryCustomizer;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Tomcat asks for a body before any filter sees the request, unless it is told to wait until somebody reads. */
@Configuration(proxyBeanMethods = false)
@ConditionalOnBooleanProperty(name = "test.continue-on-read", matchIfMissing = true)
class ServerSettings {

    @Bean
    WebServerFactoryCustomizer<TomcatServletWebServerFactory> continueOnRead() {
        return factory ->
                factory.addConnectorCustomizers(connector -> connector.setProperty("continueResponseTiming", "onRead"));
    }
}
