package dev.idempotency.spring.internal.web.request;

import jakarta.servlet.ServletRequest;
import java.nio.ByteBuffer;
import org.eclipse.jetty.ee11.servlet.Dispatcher;
import org.eclipse.jetty.ee11.servlet.ServletApiRequest;
import org.eclipse.jetty.ee11.servlet.ServletContextHandler;
import org.eclipse.jetty.io.content.ByteBufferContentSource;
import org.eclipse.jetty.server.FormFields;

/**
 * Lets Jetty's request find the body: for parts it reads from the request that stands around its own, as in a dispatch; for
 * fields it looks at what its own parser has left.
 */
final class JettyForm implements ContainerForm, ContainerForm.Reading {

    private final ServletApiRequest container;
    private final RepeatableRequest request;
    private boolean done;

    JettyForm(ServletRequest container, RepeatableRequest request) {
        this.container = (ServletApiRequest) container;
        this.request = request;
    }

    @Override
    public Reading read() {
        if (FormType.of(request) == FormType.MULTIPART) {
            container.setAttribute(Dispatcher.WRAPPED_REQUEST_ATTRIBUTE, request);
        } else if (!done) {
            parseFields();
        }
        done = true;
        return this;
    }

    @Override
    public boolean isDone() {
        return done;
    }

    @Override
    public void close() {
        container.removeAttribute(Dispatcher.WRAPPED_REQUEST_ATTRIBUTE);
    }

    private void parseFields() {
        ServletContextHandler context = container.getServletRequestInfo().getServletContextHandler();
        try {
            FormFields.getFields(
                    new ByteBufferContentSource(ByteBuffer.wrap(request.body().bytes())),
                    container.getRequest(),
                    FormFields.getFormEncodedCharset(container.getRequest()),
                    context.getMaxFormKeys(),
                    context.getMaxFormContentSize());
        } catch (RuntimeException thrownAgain) {
            // Jetty keeps it, and throws it to the application when that asks for fields.
        }
    }
}
