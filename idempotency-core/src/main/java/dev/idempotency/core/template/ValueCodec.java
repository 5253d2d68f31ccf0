package dev.idempotency.core.template;

import java.lang.reflect.Type;
import org.jspecify.annotations.Nullable;

/**
 * Turns values into JSON and back: the results of work, which later calls get, and what was asked for, which is fingerprinted.
 *
 * <p>Both methods throw what they like where they cannot. A result that cannot be written is not kept; one that cannot be read is
 * unavailable. The work is done again in neither case. So {@link #read} had better throw than leave out what it does not know, or fill
 * in what is missing: what was recorded by another version of the application would come back as something else.
 */
public interface ValueCodec {

    /**
     * The value as JSON, in UTF-8.
     *
     * @param type as which it was declared; it is a supertype of the value's
     */
    byte[] write(@Nullable Object value, Type type) throws Exception;

    /** The value that was written, by this version of the application or by another. */
    @Nullable Object read(byte[] json, Type type) throws Exception;
}
