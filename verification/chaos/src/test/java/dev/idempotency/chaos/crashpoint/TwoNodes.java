package dev.idempotency.chaos.crashpoint;

import dev.idempotency.chaos.application.ChaosApplication;
import dev.idempotency.chaos.cluster.Aftermath;
import dev.idempotency.chaos.cluster.Tables;
import dev.idempotency.chaos.history.History;
import dev.idempotency.testbed.Database;
import java.util.Map;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import javax.sql.DataSource;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.web.server.context.WebServerApplicationContext;
import org.springframework.context.ConfigurableApplicationContext;

/**
 * The application twice in this process. Node 1 can be struck at any step of a request; it does no work in the background, so that
 * a request that stands still loses its lease. Node 2 does that work, and can be made to stand still.
 */
final class TwoNodes implements AutoCloseable {

    private final Database database = Database.create();
    private final Database world = Database.create();
    private final ConfigurableApplicationContext struck;
    private final ConfigurableApplicationContext other;
    private volatile CrashPoint point = CrashPoint.none();
    private volatile CrashPoint pointOfOther = CrashPoint.none();
    private volatile UnaryOperator<String> rewriting = UnaryOperator.identity();

    TwoNodes() {
        Tables.create(database, world);
        this.struck = start(() -> point, false);
        this.other = start(() -> pointOfOther, true);
        Tables.watch(database);
    }

    /** The ports by the numbers of the nodes. */
    Map<Integer, Integer> ports() {
        return Map.of(1, port(struck), 2, port(other));
    }

    void strikeAt(CrashPoint next) {
        point = next;
    }

    void strikeOtherAt(CrashPoint next) {
        pointOfOther = next;
    }

    /** Changes the SQL of both nodes. */
    void rewrite(UnaryOperator<String> statements) {
        rewriting = statements;
    }

    Aftermath aftermath(History history) {
        return new Aftermath(database, world, history);
    }

    private ConfigurableApplicationContext start(Supplier<CrashPoint> current, boolean upkeep) {
        SpringApplication application = new SpringApplication(ChaosApplication.class);
        application.addInitializers(context -> context.getBeanFactory().addBeanPostProcessor(new BeanPostProcessor() {
            @Override
            public Object postProcessAfterInitialization(Object bean, String name) {
                return bean instanceof DataSource dataSource
                        ? new WatchedDataSource(dataSource, current, () -> rewriting)
                        : bean;
            }
        }));
        return application.run(
                "--server.port=0",
                "--spring.datasource.url=" + database.url(),
                "--spring.datasource.hikari.maximum-pool-size=4",
                "--chaos.world=" + world.url(),
                "--idempotency.lease=400ms",
                "--idempotency.upkeep.enabled=" + upkeep,
                "--idempotency.upkeep.renew-every=100ms",
                "--idempotency.upkeep.sweep-every=1s",
                "--idempotency.reconciliation.every=100ms");
    }

    private static int port(ConfigurableApplicationContext context) {
        return ((WebServerApplicationContext) context).getWebServer().getPort();
    }

    @Override
    public void close() {
        other.close();
        struck.close();
    }
}
