package dev.idempotency.spring.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;

import dev.idempotency.core.atrest.ResponseCodec;
import dev.idempotency.core.atrest.StoredKeyMapper;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.boot.test.context.runner.WebApplicationContextRunner;

class ProtectionPropertiesTest {

    private static final String KEY = "AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=";

    private final WebApplicationContextRunner application = new WebApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(
                    IdempotencyAutoConfiguration.class,
                    IdempotencyGuardAutoConfiguration.class,
                    IdempotencyEngineAutoConfiguration.class,
                    IdempotencyProtectionAutoConfiguration.class))
            .withPropertyValues("idempotency.store=memory");

    /** A value that is not Base64 may be a key all the same, with a slip in it: nothing of it is repeated. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            active-key=k1 keys.k1=marked*not/base64/ | idempotency.protection.keys.k1 is not Base64
            active-key=k1 keys.k1=markedmarked       | idempotency.protection.keys: Key 'k1' must have 32 bytes, not 9
            active-key=k2 keys.k1=%s                 | idempotency.protection.keys: There is no key 'k2', which is said to be
            active-key=k1                            | idempotency.protection.keys: There is no key 'k1', which is said to be
            keys.k1=%s                               | idempotency.protection.keys needs protection.active-key
            active-key=k1 keys[k\u00e9]=%s           | idempotency.protection.keys has a name that is not 1 to 64 visible
            encrypted-only=true                      | no key to encrypt them by
            hash-keys=true                           | idempotency.protection.hash-keys needs protection.hash-secret
            hash-keys=true hash-secret=marked*not/64 | idempotency.protection.hash-secret is not Base64
            hash-keys=true hash-secret=markedmarked  | idempotency.protection.hash-secret: The secret must have at least 32
            """)
    void a_wrong_value_is_named_when_the_application_starts_and_not_repeated(String properties, String message) {
        FailureAnalysis analysis = FailureAnalysisTest.failure(with(properties));

        assertThat(analysis.getDescription()).contains(message).doesNotContain("marked", "AAECAwQF");
    }

    @Test
    void right_values_make_a_codec_and_names() {
        with("active-key=k1 keys.k1=%s hash-keys=true hash-secret=%s")
                .run(context ->
                        assertThat(context).hasSingleBean(ResponseCodec.class).hasSingleBean(StoredKeyMapper.class));
        with("").run(context ->
                assertThat(context).doesNotHaveBean(ResponseCodec.class).doesNotHaveBean(StoredKeyMapper.class));
    }

    private WebApplicationContextRunner with(String properties) {
        WebApplicationContextRunner runner = application;
        for (String property : properties.replace("%s", KEY).strip().split(" +")) {
            runner = runner.withPropertyValues(property.isEmpty() ? "a=b" : "idempotency.protection." + property);
        }
        return runner;
    }
}
