package dev.idempotency.spring.endpoint;

import dev.idempotency.spring.Idempotent;
import dev.idempotency.spring.Mode;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Future;
import org.springframework.context.annotation.Bean;
import org.springframework.http.HttpEntity;
import org.springframework.http.ResponseEntity;
import org.springframework.scheduling.annotation.Async;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.context.request.async.DeferredResult;
import org.springframework.web.context.request.async.WebAsyncTask;
import org.springframework.web.servlet.mvc.method.annotation.ResponseBodyEmitter;
import org.springframework.web.servlet.mvc.method.annotation.SseEmitter;
import org.springframework.web.servlet.mvc.method.annotation.StreamingResponseBody;

/** Handlers whose signatures say that they go on after their thread has returned, and such that do not say it. */
final class Signatures {

    private Signatures() {}

    @RestController
    static class ByStage {
        @PostMapping("/x")
        @Idempotent
        CompletionStage<String> handle() {
            return CompletableFuture.completedStage("");
        }
    }

    @RestController
    static class ByFuture {
        @PostMapping("/x")
        @Idempotent
        Future<String> handle() {
            return CompletableFuture.completedFuture("");
        }
    }

    @RestController
    static class ByCallable {
        @PostMapping("/x")
        @Idempotent
        Callable<String> handle() {
            return () -> "";
        }
    }

    @RestController
    static class ByDeferredResult {
        @PostMapping("/x")
        @Idempotent
        DeferredResult<String> handle() {
            return new DeferredResult<>();
        }
    }

    @RestController
    static class ByTask {
        @PostMapping("/x")
        @Idempotent
        WebAsyncTask<String> handle() {
            return new WebAsyncTask<>(() -> "");
        }
    }

    @RestController
    static class ByEmitter {
        @PostMapping("/x")
        @Idempotent
        ResponseBodyEmitter handle() {
            return new ResponseBodyEmitter();
        }
    }

    @RestController
    static class ByEvents {
        @PostMapping("/x")
        @Idempotent
        ResponseEntity<SseEmitter> handle() {
            return ResponseEntity.ok(new SseEmitter());
        }
    }

    @RestController
    static class ByStream {
        @PostMapping("/x")
        @Idempotent
        StreamingResponseBody handle() {
            return out -> {};
        }
    }

    @RestController
    static class ByEntity {
        @PostMapping("/x")
        @Idempotent
        ResponseEntity<? extends StreamingResponseBody> handle() {
            return ResponseEntity.ok(out -> {});
        }
    }

    static class Answer<H, T> extends HttpEntity<T> {
        Answer(T body) {
            super(body);
        }
    }

    @RestController
    static class ByOwnEntity {
        @PostMapping("/x")
        @Idempotent
        Answer<String, CompletableFuture<String>> handle() {
            return new Answer<>(CompletableFuture.completedFuture(""));
        }
    }

    @RestController
    static class ByBound {
        @PostMapping("/x")
        @Idempotent
        <T extends CompletionStage<String>> T handle() {
            return null;
        }
    }

    abstract static class Generic<T> {
        @PostMapping("/x")
        @Idempotent
        T handle() {
            return null;
        }
    }

    @RestController
    static class ByType extends Generic<ResponseEntity<Callable<String>>> {}

    @RestController
    static class AsyncMethod {
        @PostMapping("/x")
        @Idempotent
        @Async
        void handle() {}
    }

    @Async
    @RestController
    static class AsyncType {
        @PostMapping("/x")
        @Idempotent
        void handle() {}
    }

    @RestController
    static class Named {
        @PostMapping("/named/{id}")
        CompletionStage<String> handle() {
            return CompletableFuture.completedStage("");
        }

        @Bean
        IdempotentRoutes routes() {
            return new IdempotentRoutes().post("/named/*");
        }
    }

    @RestController
    static class NamedElsewhere {
        @PostMapping("/elsewhere")
        CompletionStage<String> handle() {
            return CompletableFuture.completedStage("");
        }

        @PostMapping("/leased")
        @Idempotent(mode = Mode.LEASE)
        CompletionStage<String> leased() {
            return CompletableFuture.completedStage("");
        }

        @Bean
        IdempotentRoutes routes() {
            return new IdempotentRoutes().post("/named").patch("/elsewhere").post("/leased");
        }
    }

    @RestController
    @Idempotent
    static class Untold {
        @PostMapping("/object")
        Object object() {
            return "";
        }

        @PostMapping("/entity")
        ResponseEntity<?> entity() {
            return ResponseEntity.ok().build();
        }

        @PostMapping("/raw")
        HttpEntity<Object> raw() {
            return new HttpEntity<>("");
        }

        @PostMapping("/any")
        <T> T any() {
            return null;
        }
    }
}
