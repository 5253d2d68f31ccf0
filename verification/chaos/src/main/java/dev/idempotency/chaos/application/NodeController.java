package dev.idempotency.chaos.application;

import com.zaxxer.hikari.HikariDataSource;
import com.zaxxer.hikari.HikariPoolMXBean;
import java.sql.SQLException;
import javax.sql.DataSource;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/** Tells that the process is up, how many connections are in use and waited for, and which requests are at work. */
@RestController
class NodeController {

    private final DataSource dataSource;
    private final RunningAttempts running;

    NodeController(DataSource dataSource, RunningAttempts running) {
        this.dataSource = dataSource;
        this.running = running;
    }

    @GetMapping("/node/running")
    String running(String attempt) {
        return Boolean.toString(running.include(attempt));
    }

    @GetMapping("/node")
    String state() throws SQLException {
        HikariPoolMXBean pool = dataSource.unwrap(HikariDataSource.class).getHikariPoolMXBean();
        return "active=%d waiting=%d".formatted(pool.getActiveConnections(), pool.getThreadsAwaitingConnection());
    }
}
