package dev.idempotency.benchmarks.fingerprint;

import jakarta.servlet.ReadListener;
import jakarta.servlet.ServletContext;
import jakarta.servlet.ServletInputStream;
import jakarta.servlet.http.HttpServletRequest;
import java.io.ByteArrayInputStream;
import java.lang.reflect.Proxy;
import org.jspecify.annotations.Nullable;

/** A request that has a body and nothing else that is looked at. */
final class BodyRequest {

    private final String contentType;
    private final byte[] body;

    BodyRequest(String contentType, byte[] body) {
        this.contentType = contentType;
        this.body = body;
    }

    HttpServletRequest asRequest() {
        ServletContext context = proxy(ServletContext.class, name -> null);
        return proxy(HttpServletRequest.class, name -> switch (name) {
            case "getMethod" -> "POST";
            case "getRequestURI" -> "/orders";
            case "getContentType" -> contentType;
            case "getContentLength" -> body.length;
            case "getContentLengthLong" -> (long) body.length;
            case "getInputStream" -> new Stream(new ByteArrayInputStream(body));
            case "getServletContext" -> context;
            default -> null;
        });
    }

    private interface Answers {
        @Nullable Object to(String method);
    }

    private static <T> T proxy(Class<T> type, Answers answers) {
        return type.cast(Proxy.newProxyInstance(
                type.getClassLoader(),
                new Class<?>[] {type},
                (proxy, method, arguments) -> answers.to(method.getName())));
    }

    private static final class Stream extends ServletInputStream {

        private final ByteArrayInputStream bytes;

        Stream(ByteArrayInputStream bytes) {
            this.bytes = bytes;
        }

        @Override
        public int read() {
            return bytes.read();
        }

        @Override
        public int read(byte[] target, int offset, int length) {
            return bytes.read(target, offset, length);
        }

        @Override
        public boolean isFinished() {
            return bytes.available() == 0;
        }

        @Override
        public boolean isReady() {
            return true;
        }

        @Override
        public void setReadListener(ReadListener listener) {
            throw new UnsupportedOperationException();
        }
    }
}
