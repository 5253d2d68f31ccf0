package dev.idempotency.core.template;

import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import org.jspecify.annotations.Nullable;

/**
 * The type of a value, where a class cannot say it: {@code new ValueType<List<Receipt>>() {}}.
 *
 * @param <T> the type; known at run time because the type argument of the subclass is
 */
public abstract class ValueType<T extends @Nullable Object> {

    private final Type type;

    /** For an anonymous subclass that names the type. */
    protected ValueType() {
        if (!(getClass().getGenericSuperclass() instanceof ParameterizedType self)
                || self.getRawType() != ValueType.class) {
            throw new IllegalStateException("Write new ValueType<…>() {} with the type in the brackets");
        }
        this.type = self.getActualTypeArguments()[0];
    }

    private ValueType(Type type) {
        this.type = type;
    }

    /** The type of a class without type arguments. */
    public static <T> ValueType<T> of(Class<T> type) {
        return new OfClass<>(type);
    }

    /** As reflection knows it. */
    public final Type type() {
        return type;
    }

    @Override
    public final String toString() {
        return type.getTypeName();
    }

    private static final class OfClass<T> extends ValueType<T> {

        OfClass(Class<T> type) {
            super(type);
        }
    }
}
