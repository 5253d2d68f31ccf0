package dev.idempotency.spring.internal.template;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import dev.idempotency.core.template.ValueCodec;
import dev.idempotency.core.template.ValueType;
import java.lang.reflect.Type;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.json.JsonMapper;

/** Both generations, with the settings that Spring Boot gives them: both pass over what they do not know. */
class JacksonValueCodecTest {

    private static ValueCodec codec(int generation) {
        if (generation == 3) {
            return new JacksonValueCodec(JsonMapper.builder()
                    .disable(tools.jackson.databind.DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
                    .propertyNamingStrategy(tools.jackson.databind.PropertyNamingStrategies.SNAKE_CASE)
                    .build());
        }
        return new Jackson2ValueCodec(new ObjectMapper()
                .disable(com.fasterxml.jackson.databind.DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
                .setPropertyNamingStrategy(PropertyNamingStrategies.SNAKE_CASE));
    }

    record Receipt(
            String receiptId,
            long cents,

            @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable String note) {

        /** Written, and not read. */
        public boolean isFreeOfCharge() {
            return cents == 0;
        }
    }

    static class Bean {

        public String name = "";

        public int getNameLength() {
            return name.length();
        }
    }

    record NamedOtherwise(String receiptId, long amount) {}

    record WithMore(String receiptId, long cents, long tax) {}

    record WithMoreThatMayBeMissing(
            String receiptId,
            long cents,
            @Nullable String currency,
            @Nullable String note,
            boolean freeOfCharge) {}

    @JsonIgnoreProperties(ignoreUnknown = true)
    record Tolerant(String receiptId) {}

    @JsonTypeInfo(use = JsonTypeInfo.Id.NAME)
    @JsonSubTypes({
        @JsonSubTypes.Type(value = Paid.class, name = "paid"),
        @JsonSubTypes.Type(value = Declined.class, name = "declined")
    })
    sealed interface Charge permits Paid, Declined {}

    record Paid(String id) implements Charge {}

    record Declined(String reason) implements Charge {}

    @ParameterizedTest
    @ValueSource(ints = {2, 3})
    void a_value_comes_back_also_with_what_it_computes_and_leaves_out(int generation) throws Exception {
        for (Receipt receipt : List.of(new Receipt("r-1", 4711, null), new Receipt("r-2", 0, "gift"))) {
            assertThat(read(generation, written(generation, receipt, Receipt.class), Receipt.class))
                    .isEqualTo(receipt);
        }
        Bean bean = new Bean();
        bean.name = "abc";
        assertThat(read(generation, written(generation, bean, Bean.class), Bean.class))
                .usingRecursiveComparison()
                .isEqualTo(bean);
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 3})
    void values_behind_an_interface_come_back_as_what_they_were(int generation) throws Exception {
        Type charges = new ValueType<List<Charge>>() {}.type();
        List<Charge> both = List.of(new Paid("p-1"), new Declined("poor"));

        assertThat(read(generation, written(generation, both, charges), charges))
                .isEqualTo(both);
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 3})
    void a_value_of_which_the_type_does_not_know_everything_is_not_read(int generation) throws Exception {
        String receipt = written(generation, new Receipt("r-1", 4711, null), Receipt.class);

        assertThatThrownBy(() -> read(generation, receipt, NamedOtherwise.class))
                .isInstanceOf(Exception.class);
        assertThatThrownBy(() -> read(generation, receipt, WithMore.class)).isInstanceOf(Exception.class);
        assertThatThrownBy(() -> read(generation, receipt + " {}", Receipt.class))
                .isInstanceOf(Exception.class);
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 3})
    void a_type_may_grow_by_what_may_be_missing_or_say_that_it_does_not_care(int generation) throws Exception {
        String receipt = written(generation, new Receipt("r-1", 4711, null), Receipt.class);

        assertThat(read(generation, receipt, WithMoreThatMayBeMissing.class))
                .isEqualTo(new WithMoreThatMayBeMissing("r-1", 4711, null, null, false));
        assertThat(read(generation, receipt, Tolerant.class)).isEqualTo(new Tolerant("r-1"));
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 3})
    void the_settings_of_the_application_hold(int generation) throws Exception {
        assertThat(written(generation, new Receipt("r-1", 4711, null), Receipt.class))
                .contains("\"receipt_id\":\"r-1\"")
                .doesNotContain("note");
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 3})
    void both_generations_write_the_same(int generation) throws Exception {
        Receipt receipt = new Receipt("r-1", 4711, null);

        assertThat(read(5 - generation, written(generation, receipt, Receipt.class), Receipt.class))
                .isEqualTo(receipt);
    }

    private static String written(int generation, Object value, Type type) throws Exception {
        return new String(codec(generation).write(value, type), StandardCharsets.UTF_8);
    }

    private static Object read(int generation, String json, Type type) throws Exception {
        return codec(generation).read(json.getBytes(StandardCharsets.UTF_8), type);
    }
}
