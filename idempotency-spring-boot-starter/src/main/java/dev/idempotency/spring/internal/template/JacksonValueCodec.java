package dev.idempotency.spring.internal.template;

import dev.idempotency.core.template.ValueCodec;
import java.lang.reflect.Type;
import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonParser;
import tools.jackson.databind.BeanProperty;
import tools.jackson.databind.DeserializationContext;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JavaType;
import tools.jackson.databind.ObjectMapper;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.ValueDeserializer;
import tools.jackson.databind.deser.DeserializationProblemHandler;
import tools.jackson.databind.jsonFormatVisitors.JsonFormatVisitorWrapper;
import tools.jackson.databind.jsonFormatVisitors.JsonObjectFormatVisitor;

/**
 * Values by the application's Jackson 3.
 *
 * <p>It reads no value that has a property of which the type knows nothing, whatever the application has set: that was recorded by
 * a version of the application in which the type was another, and would come back with less in it. A property that the type computes,
 * and so writes but does not read, is known. Nor does it read a fraction as a whole number, or write an object in which it sees nothing: two
 * of these would look the same.
 */
public final class JacksonValueCodec implements ValueCodec {

    private final ObjectMapper mapper;

    public JacksonValueCodec(ObjectMapper mapper) {
        this.mapper = mapper;
    }

    @Override
    public byte[] write(@Nullable Object value, Type type) {
        return mapper.writerFor(mapper.constructType(type))
                .with(SerializationFeature.FAIL_ON_EMPTY_BEANS)
                .writeValueAsBytes(value);
    }

    @Override
    public @Nullable Object read(byte[] json, Type type) {
        return mapper.readerFor(mapper.constructType(type))
                .with(
                        DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES,
                        DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES,
                        DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
                .without(DeserializationFeature.ACCEPT_FLOAT_AS_INT)
                .withHandler(new Computed())
                .readValue(json);
    }

    /** Passes over what the type itself writes. */
    private final class Computed extends DeserializationProblemHandler {

        @Override
        public boolean handleUnknownProperty(
                DeserializationContext context,
                JsonParser parser,
                @Nullable ValueDeserializer<?> deserializer,
                Object beanOrClass,
                String name) {
            Class<?> type = beanOrClass instanceof Class<?> known ? known : beanOrClass.getClass();
            if (!written(mapper.constructType(type)).contains(name)) {
                return false;
            }
            parser.skipChildren();
            return true;
        }
    }

    private Set<String> written(JavaType type) {
        Set<String> names = new HashSet<>();
        mapper.acceptJsonFormatVisitor(type, new JsonFormatVisitorWrapper.Base() {

            @Override
            public JsonObjectFormatVisitor expectObjectFormat(JavaType object) {
                return new JsonObjectFormatVisitor.Base(getContext()) {

                    @Override
                    public void property(BeanProperty property) {
                        names.add(property.getName());
                    }

                    @Override
                    public void optionalProperty(BeanProperty property) {
                        names.add(property.getName());
                    }
                };
            }
        });
        return names;
    }
}
