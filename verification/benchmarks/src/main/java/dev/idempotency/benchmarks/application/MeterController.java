package dev.idempotency.benchmarks.application;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.Arrays;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/** Tells how much the threads of this process have allocated. Threads that ended no longer count, so pools must not shrink. */
@RestController
class MeterController {

    private final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    @GetMapping("/meter")
    String allocatedBytes() {
        return Long.toString(Arrays.stream(threads.getThreadAllocatedBytes(threads.getAllThreadIds()))
                .filter(bytes -> bytes > 0)
                .sum());
    }
}
