package dev.idempotency.spring.internal.web.request;

import jakarta.servlet.AsyncContext;
import jakarta.servlet.AsyncEvent;
import jakarta.servlet.AsyncListener;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;

/** The whole body of a request, and its share of the memory that all bodies may take. */
public final class BufferedBody {

    private static final int FIRST_READ = 8 * 1024;

    private final byte[] bytes;
    private final BodyMemory.Share share;

    private BufferedBody(byte[] bytes, BodyMemory.Share share) {
        this.bytes = bytes;
        this.share = share;
    }

    /**
     * Reads the body to its end. A declared length above the limit is believed, any other is not: of a body that turns out to
     * be too large no more than the limit is read.
     *
     * <p>A body of declared length is not read at all if there is no room for it. One in chunks takes its share as it comes, so
     * that a client which sends little holds little.
     */
    public static BufferedBody read(HttpServletRequest request, int wanted, BodyMemory memory)
            throws IOException, BodyTooLargeException, BodyMemoryFullException {
        int limit = memory.limit(wanted);
        long declared = request.getContentLengthLong();
        if (declared > limit) {
            throw new BodyTooLargeException(limit);
        }
        BodyMemory.Share share = memory.share();
        boolean complete = false;
        try {
            byte[] bytes = declared >= 0
                    ? readDeclared(request, (int) declared, share)
                    : readChunks(request.getInputStream(), limit, share);
            complete = true;
            return new BufferedBody(bytes, share);
        } finally {
            if (!complete) {
                share.release();
            }
        }
    }

    private static byte[] readDeclared(HttpServletRequest request, int declared, BodyMemory.Share share)
            throws IOException, BodyMemoryFullException {
        share.growTo(declared);
        byte[] whole = new byte[declared];
        int length = request.getInputStream().readNBytes(whole, 0, declared);
        share.shrinkTo(length);
        return length == declared ? whole : Arrays.copyOf(whole, length);
    }

    private static byte[] readChunks(InputStream in, int limit, BodyMemory.Share share)
            throws IOException, BodyTooLargeException, BodyMemoryFullException {
        byte[] bytes = new byte[0];
        int length = 0;
        while (length == bytes.length && length < limit) {
            int larger = (int) Math.min(limit, Math.max(FIRST_READ, 2L * length));
            share.growTo(larger);
            bytes = Arrays.copyOf(bytes, larger);
            length += in.readNBytes(bytes, length, larger - length);
        }
        if (length == limit && in.read() >= 0) {
            throw new BodyTooLargeException(limit);
        }
        share.shrinkTo(length);
        return length == bytes.length ? bytes : Arrays.copyOf(bytes, length);
    }

    byte[] bytes() {
        return bytes;
    }

    boolean isEmpty() {
        return bytes.length == 0;
    }

    /** Takes memory for what the container has of the body, and is read from there as well. */
    void holdMore(long more) throws BodyMemoryFullException {
        share.growBy(more);
    }

    /** Gives its memory free: now or, if the request goes on asynchronously, when that is over. */
    public void releaseAfter(ServletRequest request) {
        if (!request.isAsyncStarted()) {
            release();
            return;
        }
        try {
            request.getAsyncContext().addListener(new ReleaseWhenOver());
        } catch (IllegalStateException overInTheMeantime) {
            release();
        }
    }

    /** Gives its memory free. */
    public void release() {
        share.release();
    }

    @Override
    public String toString() {
        return bytes.length + " bytes";
    }

    private final class ReleaseWhenOver implements AsyncListener {

        @Override
        public void onComplete(AsyncEvent event) {
            release();
        }

        @Override
        public void onTimeout(AsyncEvent event) {}

        @Override
        public void onError(AsyncEvent event) {}

        /** The container forgets listeners when a request is started again. */
        @Override
        public void onStartAsync(AsyncEvent event) {
            AsyncContext again = event.getAsyncContext();
            again.addListener(this);
        }
    }
}
