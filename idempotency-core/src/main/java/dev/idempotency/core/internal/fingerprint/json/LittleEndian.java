package dev.idempotency.core.internal.fingerprint.json;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/** Several bytes of an array at once, the first in the lowest bits. */
final class LittleEndian {

    /** Literals of JSON, and what follows the first letter of {@code false}. */
    static final int TRUE = 't' | 'r' << 8 | 'u' << 16 | 'e' << 24;

    static final int FALSE_TAIL = 'a' | 'l' << 8 | 's' << 16 | 'e' << 24;
    static final int NULL = 'n' | 'u' << 8 | 'l' << 16 | 'l' << 24;

    private static final VarHandle INT = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
    private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    private LittleEndian() {}

    static int int32(byte[] in, int p) {
        return (int) INT.get(in, p);
    }

    static long int64(byte[] in, int p) {
        return (long) LONG.get(in, p);
    }
}
