package dev.idempotency.spring.internal.web.app;

import dev.idempotency.spring.internal.web.IdempotencyFilter;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.jetty.autoconfigure.servlet.JettyServletWebServerAutoConfiguration;
import org.springframework.boot.tomcat.autoconfigure.servlet.TomcatServletWebServerAutoConfiguration;
import org.springframework.boot.web.server.servlet.context.ServletWebServerApplicationContext;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
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
    private static final Map<Server, App> WITHOUT_FILTERS = new EnumMap<>(Server.class);
    private static final Map<Server, App> WITH_HTTP2 = new EnumMap<>(Server.class);
    private static final Map<Server, App> WITHOUT_ERROR_PAGES = new EnumMap<>(Server.class);
    private static final Map<Server, App> WITH_LIMITS = new EnumMap<>(Server.class);
    private static final Map<Server, App> WITH_LITTLE_MEMORY = new EnumMap<>(Server.class);
    private static final Map<Server, App> AS_BOOT_SETS_IT_UP = new EnumMap<>(Server.class);

    private static final Map<String, Object> LIMITS = Map.of(
            "spring.servlet.multipart.max-file-size", "10KB",
            "spring.servlet.multipart.max-request-size", "30KB",
            "server.tomcat.max-part-count", "5",
            "server.tomcat.max-part-header-size", "256B",
            "server.tomcat.max-parameter-count", "7",
            "server.tomcat.max-http-form-post-size", "8KB",
            "server.jetty.max-form-keys", "5",
            "server.jetty.max-http-form-post-size", "8KB");

    private final ConfigurableApplicationContext context;

    private App(ConfigurableApplicationContext context) {
        this.context = context;
    }

    /** One for all tests: they differ by their keys. */
    public static synchronized App on(Server server) {
        return SHARED.computeIfAbsent(server, unseen -> start(server, Map.of(), Filters.class));
    }

    /** The same as if there were no such thing as this project. */
    public static synchronized App withoutFiltersOn(Server server) {
        return WITHOUT_FILTERS.computeIfAbsent(server, unseen -> start(server, Map.of()));
    }

    /** Speaks HTTP/2 as well. */
    public static synchronized App withHttp2On(Server server) {
        return WITH_HTTP2.computeIfAbsent(
                server, unseen -> start(server, Map.of("server.http2.enabled", true), Filters.class));
    }

    /** A container that renders errors in a way of its own; or so the filter was told. */
    public static synchronized App withoutErrorPagesOn(Server server) {
        return WITHOUT_ERROR_PAGES.computeIfAbsent(
                server, unseen -> start(server, Map.of("test.error-pages", false), Filters.class));
    }

    /** Takes only small forms and uploads, and says in its own words what is too large. */
    public static synchronized App withLimitsOn(Server server) {
        return WITH_LIMITS.computeIfAbsent(
                server, unseen -> start(server, LIMITS, Filters.class, UploadRefusals.class));
    }

    /** Has room for a single body of the largest size. */
    public static synchronized App withLittleMemoryOn(Server server) {
        return WITH_LITTLE_MEMORY.computeIfAbsent(
                server, unseen -> start(server, Map.of("test.bodies-in-memory", WebStack.LIMIT), Filters.class));
    }

    /** Tomcat without any settings of its own. */
    public static synchronized App asBootSetsItUpOn(Server server) {
        return AS_BOOT_SETS_IT_UP.computeIfAbsent(
                server, unseen -> start(server, Map.of("test.continue-on-read", false), Filters.class));
    }

    private static App start(Server server, Map<String, Object> more, Class<?>... sources) {
        SpringApplication application = new SpringApplication(
                WebStack.class, AnswersConfiguration.class, ServerSettings.class, server.configuration);
        application.addPrimarySources(List.of(sources));
        Map<String, Object> properties = new HashMap<>();
        properties.put("server.port", "0");
        properties.put("spring.main.banner-mode", "off");
        properties.put("spring.web.error.include-message", "always");
        properties.put("test.error-pages", true);
        properties.put("logging.level.root", "WARN");
        properties.putAll(more);
        application.setDefaultProperties(properties);
        return new App(application.run());
    }

    public int port() {
        return ((ServletWebServerApplicationContext) context).getWebServer().getPort();
    }

    public <T> T bean(Class<T> type) {
        return context.getBean(type);
    }

    public IdempotencyFilter filter() {
        return (IdempotencyFilter) context.getBean("idempotencyFilter", FilterRegistrationBean.class)
                .getFilter();
    }

    public Client client() {
        return new Client(port());
    }
}
