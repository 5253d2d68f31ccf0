package dev.idempotency.spring.endpoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.springframework.test.web.servlet.request.MockMvcRequestBuilders.patch;
import static org.springframework.test.web.servlet.request.MockMvcRequestBuilders.post;

import dev.idempotency.core.engine.Waiting;
import dev.idempotency.core.fingerprint.Fingerprint;
import dev.idempotency.core.fingerprint.Fingerprinter;
import dev.idempotency.core.fingerprint.RequestBody;
import dev.idempotency.core.fingerprint.RequestContent;
import dev.idempotency.core.outcome.Outcome;
import dev.idempotency.core.store.OnLapsedLease;
import dev.idempotency.spring.Idempotent;
import dev.idempotency.spring.Mode;
import dev.idempotency.spring.OnConcurrent;
import dev.idempotency.spring.OnLeaseExpiry;
import dev.idempotency.spring.OnStoreFailure;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.springframework.context.annotation.Bean;
import org.springframework.core.annotation.AliasFor;
import org.springframework.test.web.servlet.RequestBuilder;
import org.springframework.web.bind.annotation.PatchMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RestController;

class SettingsOfEndpointsTest {

    private static final MvcFixture APPLICATION = new MvcFixture(
            defaults -> defaults.ttl(Duration.ofHours(3))
                    .lease(Duration.ofSeconds(7))
                    .required(false),
            endpoint -> {},
            Plain.class,
            Booked.class,
            OfInterface.class,
            Beans.class);

    @AfterAll
    static void close() {
        APPLICATION.close();
    }

    private static ProtectedEndpoint of(RequestBuilder request) throws Exception {
        return APPLICATION.send(request).endpoint().orElseThrow();
    }

    @Test
    void what_the_annotation_leaves_out_is_as_configured() throws Exception {
        ProtectedEndpoint endpoint = of(post("/plain"));

        assertThat(endpoint.ttl()).isEqualTo(Duration.ofHours(3));
        assertThat(endpoint.lease()).isEqualTo(Duration.ofSeconds(7));
        assertThat(endpoint.required()).isFalse();
        assertThat(endpoint.mode()).isEqualTo(Mode.LEASE);
        assertThat(endpoint.waiting()).isEqualTo(Waiting.NONE);
        assertThat(endpoint.onStoreFailure()).isEqualTo(OnStoreFailure.REJECT);
        assertThat(endpoint.onLapsedLease()).isEqualTo(OnLapsedLease.UNKNOWN);
        assertThat(endpoint.outcomes().ofStatus(409)).isEqualTo(Outcome.STORED);
    }

    @Test
    void a_method_says_only_what_is_different_from_its_class() throws Exception {
        ProtectedEndpoint endpoint = of(post("/booked"));

        assertThat(endpoint.ttl()).as("of the method").isEqualTo(Duration.ofDays(7));
        assertThat(endpoint.lease()).as("of the class").isEqualTo(Duration.ofMinutes(2));
        assertThat(endpoint.required()).as("of the class").isTrue();
        assertThat(endpoint.mode()).isEqualTo(Mode.TRANSACTIONAL);
        assertThat(endpoint.transactionManager()).isEqualTo("orders");
        assertThat(endpoint.waiting()).isEqualTo(new Waiting(Duration.ofMillis(1500)));
        assertThat(endpoint.onStoreFailure()).isEqualTo(OnStoreFailure.PROCEED);
        assertThat(endpoint.onLapsedLease()).isEqualTo(OnLapsedLease.TAKE_OVER);
    }

    @Test
    void ttl_may_be_a_placeholder() throws Exception {
        assertThat(of(post("/placeholder")).ttl()).isEqualTo(Duration.ofHours(36));
    }

    @Test
    void an_annotation_of_the_application_may_stand_for_it() throws Exception {
        assertThat(of(post("/meta")).ttl()).isEqualTo(Duration.ofMinutes(5));
        assertThat(of(post("/meta")).required()).isTrue();
    }

    @Test
    void annotations_on_an_interface_and_its_methods_count() throws Exception {
        assertThat(of(post("/interface")).ttl()).isEqualTo(Duration.ofHours(11));
        assertThat(of(patch("/interface")).ttl()).isEqualTo(Duration.ofHours(12));
    }

    @Test
    void ignored_members_do_not_count() throws Exception {
        Fingerprinter fingerprinter = of(post("/ignoring")).fingerprinter();

        assertThat(fingerprinter.fingerprint(json("{\"a\":1,\"sentAt\":1}")))
                .isEqualTo(fingerprinter.fingerprint(json("{\"a\":1,\"sentAt\":2}")));
        assertThat(of(post("/plain")).fingerprinter().fingerprint(json("{\"a\":1,\"sentAt\":1}")))
                .isNotEqualTo(of(post("/plain")).fingerprinter().fingerprint(json("{\"a\":1,\"sentAt\":2}")));
    }

    @Test
    void a_bean_makes_the_fingerprint_if_it_is_named() throws Exception {
        assertThat(of(post("/fingerprinted")).fingerprinter()).isSameAs(Beans.CONSTANT);
    }

    private static RequestContent json(String body) {
        return new RequestContent(
                "POST", "/x", null, "application/json", RequestBody.of(body.getBytes(StandardCharsets.UTF_8)));
    }

    @Retention(RetentionPolicy.RUNTIME)
    @Idempotent(required = true)
    @interface Payment {
        @AliasFor(annotation = Idempotent.class)
        String ttl() default "";
    }

    @RestController
    static class Plain {

        @PostMapping("/plain")
        @Idempotent
        void plain() {}

        @PostMapping("/placeholder")
        @Idempotent(ttl = "${orders.ttl}")
        void placeholder() {}

        @PostMapping("/meta")
        @Payment(ttl = "5m")
        void meta() {}

        @PostMapping("/ignoring")
        @Idempotent(ignoredMembers = "sentAt")
        void ignoring() {}

        @PostMapping("/fingerprinted")
        @Idempotent(fingerprinter = "constant")
        void fingerprinted() {}
    }

    @RestController
    @Idempotent(ttl = "1h", lease = "2m", required = true, mode = Mode.TRANSACTIONAL, transactionManager = "orders")
    static class Booked {

        @PostMapping("/booked")
        @Idempotent(
                ttl = "P7D",
                onConcurrent = OnConcurrent.WAIT,
                waitAtMost = "1500ms",
                onStoreFailure = OnStoreFailure.PROCEED,
                onLeaseExpiry = OnLeaseExpiry.TAKE_OVER)
        void booked() {}
    }

    @Idempotent(ttl = "11h")
    interface Api {

        @PostMapping("/interface")
        void create();

        @PatchMapping("/interface")
        @Idempotent(ttl = "12h")
        void change();
    }

    @RestController
    static class OfInterface implements Api {

        @Override
        public void create() {}

        @Override
        public void change() {}
    }

    static class Beans {

        static final Fingerprinter CONSTANT = content -> Fingerprint.of(1, new byte[32]);

        @Bean
        Fingerprinter constant() {
            return CONSTANT;
        }
    }
}
