package dev.idempotency.spring.endtoend;

import dev.idempotency.spring.Idempotent;
import dev.idempotency.spring.Mode;
import jakarta.annotation.security.RolesAllowed;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.util.concurrent.atomic.AtomicInteger;
import org.springframework.security.access.annotation.Secured;
import org.springframework.security.access.prepost.PostAuthorize;
import org.springframework.security.access.prepost.PreAuthorize;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RestController;

/** Protected handlers with every kind of rule of method security. */
final class GuardedDesks {

    static volatile String role;

    private GuardedDesks() {}

    @RestController
    static class Desk {

        static final AtomicInteger RUNS = new AtomicInteger();

        @PostMapping("/pre")
        @Idempotent
        @PreAuthorize("hasRole('CLERK')")
        String pre() {
            return run();
        }

        @PostMapping("/secured")
        @Idempotent
        @Secured("ROLE_CLERK")
        String secured() {
            return run();
        }

        @PostMapping("/roles")
        @Idempotent
        @RolesAllowed("CLERK")
        String roles() {
            return run();
        }

        @PostMapping("/meta")
        @Idempotent
        @ClerksOnly
        String meta() {
            return run();
        }

        @PostMapping("/template")
        @Idempotent
        @Only("CLERK")
        String template() {
            return run();
        }

        @PostMapping("/bean")
        @Idempotent
        @PreAuthorize("@opening.isOpenFor(#root) and !this.isClosed()")
        String bean() {
            return run();
        }

        @PostMapping("/transactional")
        @Idempotent(mode = Mode.TRANSACTIONAL)
        @PreAuthorize("hasRole('CLERK')")
        String transactional() {
            return run();
        }

        @PostMapping("/both")
        @Idempotent
        @PreAuthorize("hasRole('CLERK')")
        @PostAuthorize("returnObject != null")
        String both() {
            return run();
        }

        @PostMapping("/argument")
        @Idempotent
        @PreAuthorize("hasRole('CLERK') and #order.length() > 0")
        String argument(@RequestBody String order) {
            return run();
        }

        @PostMapping("/result")
        @Idempotent
        @PostAuthorize("returnObject == 'secret'")
        String result() {
            return run();
        }

        public boolean isClosed() {
            return false;
        }

        static String run() {
            RUNS.incrementAndGet();
            return "secret";
        }
    }

    @RestController
    @PreAuthorize("hasRole('CLERK')")
    static class ClerksDesk {

        @PostMapping("/class")
        @Idempotent
        String run() {
            return Desk.run();
        }
    }

    @Retention(RetentionPolicy.RUNTIME)
    @PreAuthorize("hasRole('CLERK')")
    @interface ClerksOnly {}

    @Retention(RetentionPolicy.RUNTIME)
    @PreAuthorize("hasRole('{value}')")
    @interface Only {
        String value();
    }

    static final class Opening {

        public boolean isOpenFor(Object caller) {
            return caller != null && !role.equals("GUEST");
        }
    }
}
