package dev.idempotency.spring.autoconfigure;

import dev.idempotency.core.internal.template.PlainValueCodec;
import dev.idempotency.core.template.ValueCodec;
import dev.idempotency.spring.internal.template.Jackson2ValueCodec;
import dev.idempotency.spring.internal.template.JacksonValueCodec;
import java.util.Optional;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.util.ClassUtils;

/**
 * The codec that fits the application: by the JSON mapper that it uses, of Jackson 3 or 2; else by one as it comes, of Jackson 3 or 2;
 * else the one that needs no library.
 */
final class ValueCodecs {

    private static final boolean HAS_JACKSON_3 = isPresent("tools.jackson.databind.json.JsonMapper");
    private static final boolean HAS_JACKSON_2 = isPresent("com.fasterxml.jackson.databind.ObjectMapper");

    private ValueCodecs() {}

    static ValueCodec fitting(ListableBeanFactory beans) {
        return configured(beans).orElseGet(ValueCodecs::standard);
    }

    private static Optional<ValueCodec> configured(ListableBeanFactory beans) {
        Optional<ValueCodec> newer = HAS_JACKSON_3 ? Jackson3.configured(beans) : Optional.empty();
        return newer.or(() -> HAS_JACKSON_2 ? Jackson2.configured(beans) : Optional.empty());
    }

    private static ValueCodec standard() {
        if (HAS_JACKSON_3) {
            return Jackson3.standard();
        }
        return HAS_JACKSON_2 ? Jackson2.standard() : new PlainValueCodec();
    }

    private static boolean isPresent(String type) {
        return ClassUtils.isPresent(type, ValueCodecs.class.getClassLoader());
    }

    /** Only touched where the library is. */
    private static final class Jackson3 {

        static Optional<ValueCodec> configured(ListableBeanFactory beans) {
            return Optional.ofNullable(beans.getBeanProvider(tools.jackson.databind.json.JsonMapper.class)
                            .getIfUnique())
                    .map(JacksonValueCodec::new);
        }

        static ValueCodec standard() {
            return new JacksonValueCodec(tools.jackson.databind.json.JsonMapper.builder()
                    .findAndAddModules()
                    .build());
        }
    }

    /** Only touched where the library is. */
    private static final class Jackson2 {

        static Optional<ValueCodec> configured(ListableBeanFactory beans) {
            return Optional.ofNullable(beans.getBeanProvider(com.fasterxml.jackson.databind.ObjectMapper.class)
                            .getIfUnique())
                    .map(Jackson2ValueCodec::new);
        }

        static ValueCodec standard() {
            return new Jackson2ValueCodec(new com.fasterxml.jackson.databind.ObjectMapper().findAndRegisterModules());
        }
    }
}
