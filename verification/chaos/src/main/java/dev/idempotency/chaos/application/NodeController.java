package dev.idempotency.chaos.application;

import com.zaxxer.hikari.HikariDataSource;
import com.zaxxer.hikari.HikariPoolMXBean;
import java.sql.SQLException;
import javax.sql.DataSource;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/** Tells that the process is up, and how many connections are in use and waited for. */
@RestController
class NodeController {

    private final DataSource dataSource;

    NodeController(DataSource dataSource) {
        this.dataSource = dataSource;
    }

    @GetMapping("/node")
    String state() throws SQLException {
        HikariPoolMXBean pool = dataSource.unwrap(HikariDataSource.class).getHikariPoolMXBean();
        return "active=%d waiting=%d".formatted(pool.getActiveConnections(), pool.getThreadsAwaitingConnection());
    }
}
