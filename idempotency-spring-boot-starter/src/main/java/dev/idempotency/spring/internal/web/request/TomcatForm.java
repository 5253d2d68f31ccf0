package dev.idempotency.spring.internal.web.request;

import jakarta.servlet.ServletRequest;
import java.lang.reflect.Field;
import java.nio.ByteBuffer;
import org.apache.catalina.connector.Request;
import org.apache.catalina.connector.RequestFacade;
import org.apache.coyote.InputBuffer;
import org.apache.tomcat.util.net.ApplicationBufferHandler;
import org.jspecify.annotations.Nullable;

/**
 * Lets Tomcat's request read from the buffer in place of the connection. Two things of it are not public: the request behind its
 * facade, and the mark that its stream was asked for, because of which it would not look for fields.
 */
final class TomcatForm implements ContainerForm {

    private static final @Nullable Field REQUEST = field(RequestFacade.class, "request");
    private static final @Nullable Field STREAM_ASKED_FOR = field(Request.class, "usingInputStream");

    private final Request request;
    private final Field streamAskedFor;
    private final byte[] body;
    private final boolean multipart;
    private boolean done;

    private TomcatForm(Request request, Field streamAskedFor, byte[] body, boolean multipart) {
        this.request = request;
        this.streamAskedFor = streamAskedFor;
        this.body = body;
        this.multipart = multipart;
    }

    static @Nullable ContainerForm of(ServletRequest facade, RepeatableRequest request) {
        Field behind = REQUEST;
        Field mark = STREAM_ASKED_FOR;
        if (behind == null || mark == null) {
            return null;
        }
        try {
            return new TomcatForm(
                    (Request) behind.get(facade),
                    mark,
                    request.body().bytes(),
                    FormType.of(request) == FormType.MULTIPART);
        } catch (IllegalAccessException e) {
            return null;
        }
    }

    /** What a call has found, or has against the body, Tomcat keeps by itself. */
    @Override
    public Reading read() {
        org.apache.coyote.Request connection = request.getCoyoteRequest();
        InputBuffer before = connection.getInputBuffer();
        BodyBuffer again = new BodyBuffer(body);
        connection.setInputBuffer(again);
        mark(false);
        return new Reading() {

            /**
             * Nothing else parses parts; fields are not parsed again if the application has asked for them in the
             * meantime.
             */
            @Override
            public boolean isDone() {
                done |= multipart || again.wasRead;
                return done;
            }

            @Override
            public void close() {
                mark(true);
                connection.setInputBuffer(before);
                again.release();
                done |= again.wasRead;
            }
        };
    }

    private void mark(boolean asked) {
        try {
            streamAskedFor.setBoolean(request, asked);
        } catch (IllegalAccessException e) {
            throw new IllegalStateException("It could be accessed when it was found", e);
        }
    }

    private static @Nullable Field field(Class<?> type, String name) {
        try {
            Field field = type.getDeclaredField(name);
            field.setAccessible(true);
            return field;
        } catch (ReflectiveOperationException | RuntimeException anotherVersion) {
            return null;
        }
    }

    /** The body as what comes from the connection. */
    private static final class BodyBuffer implements InputBuffer {

        private final byte[] body;
        private @Nullable ApplicationBufferHandler reader;
        private boolean wasRead;

        BodyBuffer(byte[] body) {
            this.body = body;
        }

        @Override
        public int doRead(ApplicationBufferHandler handler) {
            reader = handler;
            if (wasRead) {
                return -1;
            }
            wasRead = true;
            handler.setByteBuffer(ByteBuffer.wrap(body));
            return body.length;
        }

        @Override
        public int available() {
            return wasRead ? 0 : body.length;
        }

        /** Tomcat uses its request again for others, and must not keep the body with it. */
        void release() {
            ApplicationBufferHandler reading = reader;
            if (reading != null) {
                reading.setByteBuffer(ByteBuffer.allocate(0));
            }
        }
    }
}
