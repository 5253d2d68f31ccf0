package dev.idempotency.spring.internal.template;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.databind.BeanProperty;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JavaType;
import com.fasterxml.jackson.databind.JsonDeserializer;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.deser.DeserializationProblemHandler;
import com.fasterxml.jackson.databind.jsonFormatVisitors.JsonFormatVisitorWrapper;
import com.fasterxml.jackson.databind.jsonFormatVisitors.JsonObjectFormatVisitor;
import dev.idempotency.core.template.ValueCodec;
import java.io.IOException;
import java.lang.reflect.Type;
import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Values by the application's Jackson 2, as {@link JacksonValueCodec} does by Jackson 3. */
public final class Jackson2ValueCodec implements ValueCodec {

    private final ObjectMapper mapper;

    public Jackson2ValueCodec(ObjectMapper mapper) {
        this.mapper = mapper;
    }

    @Override
    public byte[] write(@Nullable Object value, Type type) throws IOException {
        return mapper.writerFor(mapper.constructType(type))
                .with(SerializationFeature.FAIL_ON_EMPTY_BEANS)
                .writeValueAsBytes(value);
    }

    @Override
    public @Nullable Object read(byte[] json, Type type) throws IOException {
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
                @Nullable JsonDeserializer<?> deserializer,
                Object beanOrClass,
                String name)
                throws IOException {
            Class<?> type = beanOrClass instanceof Class<?> known ? known : beanOrClass.getClass();
            if (!written(mapper.constructType(type)).contains(name)) {
                return false;
            }
            parser.skipChildren();
            return true;
        }
    }

    private Set<String> written(JavaType type) throws JsonMappingException {
        Set<String> names = new HashSet<>();
        mapper.acceptJsonFormatVisitor(type, new JsonFormatVisitorWrapper.Base() {

            @Override
            public JsonObjectFormatVisitor expectObjectFormat(JavaType object) {
                return new JsonObjectFormatVisitor.Base(getProvider()) {

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
