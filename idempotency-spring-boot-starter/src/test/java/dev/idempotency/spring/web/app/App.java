package dev.idempotency.spring.web.app;

import java.util.EnumMap;
import java.util.HashMap;
import java.util.Map;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.jetty.autoconfigure.servlet.JettyServletWebServerAutoConfiguration;
import org.springframework.boot.tomcat.autoconfigure.servlet.TomcatServletWebServerAutoConfiguration;
import org.springframework.boot.web.server.servlet.context.ServletWebServerApplicationContext;
import org.springframework.context.ConfigurableApplicationContext;

/** The test application on a real server. */
public final class App {

    /** The servers that everything is tried on. */
    public enum Server {
        TOMCAT(TomcatServletWebServerAutoConfiguration.class),
        JETTY(JettyServletWebServerAutoConfiguration.class);

        private final Class<?> configuration;

        Server(Class<?> configuration) {
            this.configuration = configuration;
        }
    }

    private static final Map<Server, App> SHARED = new EnumMap<>(Server.class);

    private final ConfigurableApplicationContext context;

    private App(ConfigurableApplicationContext context) {
        this.context = context;
    }

    /** One for all tests: they differ by their keys. */
    public static synchronized App on(Server server) {
        return SHARED.computeIfAbsent(server, App::start);
    }

    private static App start(Server server) {
        SpringApplication application = new SpringApplication(
                WebStack.class, AnswersConfiguration.class, ServerSettings.class, server.configuration);
        Map<String, Object> properties = new HashMap<>();
        properties.put("server.port", "0");
        properties.put("spring.main.banner-mode", "off");
        properties.put("spring.web.error.include-message", "always");
        properties.put("logging.level.root", "WARN");
        application.setDefaultProperties(properties);
        return new App(application.run());
    }

    public int port() {
        return ((ServletWebServerApplicationContext) context).getWebServer().getPort();
    }

    public <T> T bean(Class<T> type) {
        return context.getBean(type);
    }

    public Client client() {
        return new Client(port());
    }
}
