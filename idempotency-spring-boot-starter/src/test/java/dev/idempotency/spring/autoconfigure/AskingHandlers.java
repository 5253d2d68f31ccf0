package dev.idempotency.spring.autoconfigure;

import dev.idempotency.spring.Idempotent;
import dev.idempotency.spring.Mode;
import dev.idempotency.spring.endpoint.IdempotentRoutes;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.transaction.annotation.Propagation;
import org.springframework.transaction.annotation.Transactional;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RestController;

/** Handlers that ask for one transaction or another. */
final class AskingHandlers {

    private AskingHandlers() {}

    @RestController
    @Idempotent(mode = Mode.TRANSACTIONAL)
    static class RequiresNew {

        @Transactional(propagation = Propagation.REQUIRES_NEW)
        @PostMapping("/handler")
        public void handle() {}
    }

    @RestController
    @Idempotent(mode = Mode.TRANSACTIONAL)
    static class NotSupported {

        @Transactional(propagation = Propagation.NOT_SUPPORTED)
        @PostMapping("/handler")
        public void handle() {}
    }

    @RestController
    @Idempotent(mode = Mode.TRANSACTIONAL)
    static class Never {

        @Transactional(propagation = Propagation.NEVER)
        @PostMapping("/handler")
        public void handle() {}
    }

    @RestController
    @Idempotent(mode = Mode.TRANSACTIONAL)
    static class Nested {

        @Transactional(propagation = Propagation.NESTED)
        @PostMapping("/handler")
        public void handle() {}
    }

    @RestController
    @Idempotent(mode = Mode.TRANSACTIONAL)
    @Transactional(propagation = Propagation.REQUIRES_NEW)
    static class OfType {

        @PostMapping("/handler")
        public void handle() {}
    }

    @Transactional(propagation = Propagation.REQUIRES_NEW)
    interface Handler {

        @PostMapping("/handler")
        void handle();
    }

    @RestController
    @Idempotent(mode = Mode.TRANSACTIONAL)
    static class OfInterface implements Handler {

        @Override
        public void handle() {}
    }

    @RestController
    @Idempotent(mode = Mode.TRANSACTIONAL)
    interface Controller {

        @PostMapping("/handler")
        void handle();
    }

    @Transactional(propagation = Propagation.REQUIRES_NEW)
    static class OfProxiedType implements Controller {

        @Override
        public void handle() {}
    }

    @RestController
    @Idempotent(mode = Mode.TRANSACTIONAL)
    static class ReadOnly {

        @Transactional(readOnly = true)
        @PostMapping("/handler")
        public void handle() {}
    }

    @RestController
    @Idempotent(mode = Mode.TRANSACTIONAL)
    @Transactional(readOnly = true)
    static class Overriding {

        @Transactional
        @PostMapping("/handler")
        public void handle() {}
    }

    @RestController
    @Idempotent(mode = Mode.TRANSACTIONAL)
    static class Required {

        @Transactional
        @PostMapping("/handler")
        public void handle() {}
    }

    @RestController
    @Idempotent(mode = Mode.TRANSACTIONAL)
    static class Mandatory {

        @Transactional(propagation = Propagation.MANDATORY)
        @PostMapping("/handler")
        public void handle() {}
    }

    @RestController
    @Idempotent(mode = Mode.TRANSACTIONAL)
    static class Supports {

        @Transactional(propagation = Propagation.SUPPORTS)
        @PostMapping("/handler")
        public void handle() {}
    }

    @RestController
    @Idempotent(mode = Mode.TRANSACTIONAL)
    static class Placeholder {

        @Transactional(timeoutString = "${seconds}")
        @PostMapping("/handler")
        public void handle() {}
    }

    @RestController
    @Idempotent
    static class Leased {

        @Transactional(propagation = Propagation.REQUIRES_NEW, readOnly = true)
        @PostMapping("/handler")
        public void handle() {}
    }

    @RestController
    static class NamedByRoute {

        @Transactional(propagation = Propagation.REQUIRES_NEW)
        @PostMapping("/handler/of-library")
        public void handle() {}

        @Configuration(proxyBeanMethods = false)
        static class Routes {

            @Bean
            IdempotentRoutes routes() {
                return new IdempotentRoutes().post("/handler/**", settings -> settings.mode(Mode.TRANSACTIONAL));
            }
        }
    }

    @RestController
    static class FirstAndSecond {

        @Idempotent(mode = Mode.TRANSACTIONAL, transactionManager = "first")
        @Transactional("second")
        @PostMapping("/handler")
        public void handle() {}
    }

    @RestController
    static class SecondAndUnnamed {

        @Idempotent(mode = Mode.TRANSACTIONAL, transactionManager = "second")
        @Transactional
        @PostMapping("/handler")
        public void handle() {}
    }

    @RestController
    static class SecondTwice {

        @Idempotent(mode = Mode.TRANSACTIONAL, transactionManager = "second")
        @Transactional("second")
        @PostMapping("/handler")
        public void handle() {}
    }

    @RestController
    static class FirstByHandler {

        @Idempotent(mode = Mode.TRANSACTIONAL)
        @Transactional("first")
        @PostMapping("/handler")
        public void handle() {}
    }

    @RestController
    static class SecondByHandler {

        @Idempotent(mode = Mode.TRANSACTIONAL)
        @Transactional("second")
        @PostMapping("/handler")
        public void handle() {}
    }

    @RestController
    @Qualifier("second") static class SecondByType {

        @Idempotent(mode = Mode.TRANSACTIONAL)
        @Transactional
        @PostMapping("/handler")
        public void handle() {}
    }

    @RestController
    static class NoneByHandler {

        @Idempotent(mode = Mode.TRANSACTIONAL)
        @Transactional("third")
        @PostMapping("/handler")
        public void handle() {}
    }
}
