package dev.idempotency.spring.endtoend;

import dev.idempotency.spring.Idempotent;
import dev.idempotency.spring.Mode;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletOutputStream;
import jakarta.servlet.WriteListener;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.servlet.http.HttpServletResponseWrapper;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.context.annotation.Bean;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.filter.OncePerRequestFilter;

/** Handlers, and a filter right before the one for keys that has the calls of a request written down if its client asks for it. */
@RestController
class WalkedRequests {

    static final String HEADER = "Walk";

    static final AtomicReference<Thread> THREAD = new AtomicReference<>();
    static final BlockingQueue<List<Calls.Call>> WALKS = new LinkedBlockingQueue<>();
    static volatile CountDownLatch reached = new CountDownLatch(1);
    static volatile CountDownLatch gate = new CountDownLatch(0);

    @PostMapping("/leased")
    @Idempotent
    ResponseEntity<Map<String, Object>> leased(@RequestBody Map<String, Object> order) throws InterruptedException {
        reached.countDown();
        if (!gate.await(30, TimeUnit.SECONDS)) {
            throw new IllegalStateException("nobody opened the gate");
        }
        return ResponseEntity.ok(order);
    }

    @PostMapping("/transactional")
    @Idempotent(mode = Mode.TRANSACTIONAL)
    ResponseEntity<Map<String, Object>> transactional(@RequestBody Map<String, Object> order) {
        return ResponseEntity.ok(order);
    }

    @Bean
    static FilterRegistrationBean<WritesDown> writesDown() {
        FilterRegistrationBean<WritesDown> registration = new FilterRegistrationBean<>(new WritesDown());
        registration.setOrder(-51);
        return registration;
    }

    private static final class WritesDown extends OncePerRequestFilter {

        @Override
        protected void doFilterInternal(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
                throws ServletException, IOException {
            if (request.getHeader(HEADER) == null) {
                chain.doFilter(request, response);
                return;
            }
            THREAD.set(Thread.currentThread());
            Calls walked = Calls.begin();
            try {
                chain.doFilter(request, new Observed(response, walked));
            } finally {
                Calls.end();
                WALKS.add(walked.all());
            }
        }
    }

    /** Tells when something of the answer is written. */
    private static final class Observed extends HttpServletResponseWrapper {

        private final Calls walked;

        Observed(HttpServletResponse response, Calls walked) {
            super(response);
            this.walked = walked;
        }

        @Override
        public ServletOutputStream getOutputStream() throws IOException {
            ServletOutputStream out = super.getOutputStream();
            return new ServletOutputStream() {

                @Override
                public void write(int b) throws IOException {
                    walked.wrote();
                    out.write(b);
                }

                @Override
                public void write(byte[] bytes, int offset, int length) throws IOException {
                    walked.wrote();
                    out.write(bytes, offset, length);
                }

                @Override
                public boolean isReady() {
                    return out.isReady();
                }

                @Override
                public void setWriteListener(WriteListener listener) {
                    out.setWriteListener(listener);
                }
            };
        }
    }
}
