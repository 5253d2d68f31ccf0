package dev.idempotency.spring.endtoend;

import dev.idempotency.spring.Idempotent;
import dev.idempotency.spring.Mode;
import dev.idempotency.spring.endpoint.IdempotentRoutes;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.Map;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.dao.DataIntegrityViolationException;
import org.springframework.http.HttpStatus;
import org.springframework.http.ProblemDetail;
import org.springframework.http.ResponseEntity;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.annotation.Transactional;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.bind.annotation.RestControllerAdvice;
import org.springframework.web.server.ResponseStatusException;
import org.springframework.web.servlet.ModelAndView;
import org.springframework.web.servlet.View;
import org.springframework.web.servlet.function.RouterFunction;
import org.springframework.web.servlet.function.RouterFunctions;
import org.springframework.web.servlet.function.ServerResponse;

/** Handlers in mode TRANSACTIONAL that write a row and then throw, and exception handlers that turn that into an answer. */
@Configuration(proxyBeanMethods = false)
class Bookings {

    static void book(JdbcClient jdbc) {
        jdbc.sql("INSERT INTO booking DEFAULT VALUES").update();
    }

    static class UncheckedException extends RuntimeException {

        private static final long serialVersionUID = 1L;
    }

    static class CheckedException extends Exception {

        private static final long serialVersionUID = 1L;
    }

    static class SeenOtherException extends RuntimeException {

        private static final long serialVersionUID = 1L;
    }

    static class PageException extends RuntimeException {

        private static final long serialVersionUID = 1L;
    }

    @ResponseStatus(HttpStatus.CONFLICT)
    static class AnnotatedException extends RuntimeException {

        private static final long serialVersionUID = 1L;
    }

    /** Without rules of its own: those that Spring has where nothing is said. */
    @RestController
    @Idempotent(mode = Mode.TRANSACTIONAL)
    static class Plain {

        private final JdbcClient jdbc;

        Plain(JdbcClient jdbc) {
            this.jdbc = jdbc;
        }

        @PostMapping("/unchecked")
        String unchecked() {
            book(jdbc);
            throw new UncheckedException();
        }

        @PostMapping("/checked")
        String checked() throws CheckedException {
            book(jdbc);
            throw new CheckedException();
        }

        @PostMapping("/error")
        String error() {
            book(jdbc);
            throw new AssertionError("broken");
        }

        @PostMapping("/status")
        String status() {
            book(jdbc);
            throw new ResponseStatusException(HttpStatus.NOT_FOUND, "no such thing");
        }

        @PostMapping("/annotated")
        String annotated() {
            book(jdbc);
            throw new AnnotatedException();
        }

        @PostMapping("/redirected")
        String redirected() {
            book(jdbc);
            throw new SeenOtherException();
        }

        @PostMapping("/page")
        String page() {
            book(jdbc);
            throw new PageException();
        }

        /** The statement that fails ends the transaction in the database. */
        @PostMapping("/twice")
        String twice() {
            book(jdbc);
            jdbc.sql("INSERT INTO booking (id) SELECT id FROM booking").update();
            return "never";
        }

        @PostMapping("/map")
        String map(@RequestBody Map<String, String> body) {
            book(jdbc);
            return "never";
        }
    }

    /** What an interface says. */
    @Transactional(rollbackFor = CheckedException.class)
    interface Ruled {

        @PostMapping("/ruled/checked")
        String checked() throws CheckedException;
    }

    /** With rules of its own. */
    @RestController
    @Idempotent(mode = Mode.TRANSACTIONAL)
    static class OfInterface implements Ruled {

        private final JdbcClient jdbc;

        OfInterface(JdbcClient jdbc) {
            this.jdbc = jdbc;
        }

        @Override
        public String checked() throws CheckedException {
            book(jdbc);
            throw new CheckedException();
        }
    }

    /** With rules of their own. */
    @RestController
    @Idempotent(mode = Mode.TRANSACTIONAL)
    static class OfMethods {

        private final JdbcClient jdbc;

        OfMethods(JdbcClient jdbc) {
            this.jdbc = jdbc;
        }

        @PostMapping("/ruled/kept")
        @Transactional(noRollbackFor = UncheckedException.class)
        public String kept() {
            book(jdbc);
            throw new UncheckedException();
        }

        @PostMapping("/ruled/undone")
        @Transactional(rollbackFor = CheckedException.class)
        public String undone() throws CheckedException {
            book(jdbc);
            throw new CheckedException();
        }

        @PostMapping("/ruled/redirected")
        @Transactional
        public String redirected() {
            book(jdbc);
            throw new SeenOtherException();
        }
    }

    @RestControllerAdvice
    static class Advice {

        @ExceptionHandler
        ProblemDetail unchecked(UncheckedException thrown) {
            return ProblemDetail.forStatusAndDetail(HttpStatus.UNPROCESSABLE_CONTENT, "unchecked");
        }

        @ExceptionHandler
        ResponseEntity<String> checked(CheckedException thrown) {
            return ResponseEntity.unprocessableContent().body("checked");
        }

        @ExceptionHandler
        ResponseEntity<String> error(AssertionError thrown) {
            return ResponseEntity.unprocessableContent().body("error");
        }

        @ExceptionHandler
        ResponseEntity<String> violated(DataIntegrityViolationException thrown) {
            return ResponseEntity.status(HttpStatus.CONFLICT).body("violated");
        }

        @ExceptionHandler
        ResponseEntity<Void> elsewhere(SeenOtherException thrown) {
            return ResponseEntity.status(HttpStatus.SEE_OTHER)
                    .header("Location", "/elsewhere")
                    .build();
        }

        @ExceptionHandler
        ModelAndView page(PageException thrown) {
            View view = (model, request, response) -> write(response);
            ModelAndView page = new ModelAndView(view);
            page.setStatus(HttpStatus.UNPROCESSABLE_CONTENT);
            return page;
        }

        private static void write(HttpServletResponse response) throws IOException {
            response.getWriter().write("page");
        }
    }

    @Bean
    RouterFunction<ServerResponse> bookingRoutes(JdbcClient jdbc) {
        return RouterFunctions.route()
                .POST("/functional/unchecked", request -> {
                    book(jdbc);
                    throw new UncheckedException();
                })
                .POST("/functional/status", request -> {
                    book(jdbc);
                    throw new ResponseStatusException(HttpStatus.NOT_FOUND, "no such thing");
                })
                .build();
    }

    @Bean
    IdempotentRoutes bookingsAreIdempotent() {
        return new IdempotentRoutes().post("/functional/*", settings -> settings.mode(Mode.TRANSACTIONAL));
    }
}
